//! The words of the grammar, English and French, and what may go with what.

/// What a noun is, and what an adjective or a verb goes with: several at once.
pub(super) type Kinds = u16;

pub(super) const PERSON: Kinds = 1;
pub(super) const ANIMAL: Kinds = 1 << 1;
pub(super) const FOOD: Kinds = 1 << 2;
pub(super) const TEXT: Kinds = 1 << 3;
pub(super) const CLOTHES: Kinds = 1 << 4;
pub(super) const THING: Kinds = 1 << 5;
pub(super) const PLACE: Kinds = 1 << 6;
/// Something to be inside of: *in the garden*.
pub(super) const INSIDE: Kinds = 1 << 7;
/// Something to go to, with *à* in French: *goes to the market*.
pub(super) const GOAL: Kinds = 1 << 8;
/// Something to be on or under.
pub(super) const SURFACE: Kinds = 1 << 9;
/// Something that can be opened.
pub(super) const OPENS: Kinds = 1 << 10;
/// A person of whom one says *my*: a friend, and not a man, who would be somebody else in French.
pub(super) const OWN: Kinds = 1 << 11;
/// Something that can be of wood.
pub(super) const OF_WOOD: Kinds = 1 << 13;
/// Something that can break.
pub(super) const BREAKS: Kinds = 1 << 14;
/// What is neither bought nor sold, however much a thing it is.
pub(super) const FIXED: Kinds = 1 << 12;

const LIVING: Kinds = PERSON | ANIMAL;
const DEAD: Kinds = TEXT | CLOTHES | THING;

/// Masculine or feminine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gender {
    Masculine,
    Feminine,
}
use Gender::{Feminine as F, Masculine as M};

/// A noun: singular and plural in English, the same in French, its gender there, and what it is.
pub(super) struct Noun {
    pub(super) english: [&'static str; 2],
    pub(super) french: [&'static str; 2],
    pub(super) gender: Gender,
    pub(super) kinds: Kinds,
}

const fn noun(english: [&'static str; 2], french: [&'static str; 2], gender: Gender, kinds: Kinds) -> Noun {
    Noun { english, french, gender, kinds }
}

pub(super) static NOUNS: [Noun; 56] = [
    noun(["man", "men"], ["homme", "hommes"], M, PERSON),
    noun(["woman", "women"], ["femme", "femmes"], F, PERSON),
    noun(["boy", "boys"], ["garçon", "garçons"], M, PERSON),
    noun(["girl", "girls"], ["fille", "filles"], F, PERSON),
    noun(["king", "kings"], ["roi", "rois"], M, PERSON),
    noun(["queen", "queens"], ["reine", "reines"], F, PERSON),
    noun(["brother", "brothers"], ["frère", "frères"], M, PERSON | OWN),
    noun(["sister", "sisters"], ["sœur", "sœurs"], F, PERSON | OWN),
    noun(["friend", "friends"], ["ami", "amis"], M, PERSON | OWN),
    noun(["neighbor", "neighbors"], ["voisin", "voisins"], M, PERSON | OWN),
    noun(["teacher", "teachers"], ["professeur", "professeurs"], M, PERSON | OWN),
    noun(["doctor", "doctors"], ["médecin", "médecins"], M, PERSON | OWN),
    noun(["grandmother", "grandmothers"], ["grand-mère", "grands-mères"], F, PERSON | OWN),
    noun(["cat", "cats"], ["chat", "chats"], M, ANIMAL | OWN),
    noun(["dog", "dogs"], ["chien", "chiens"], M, ANIMAL | OWN),
    noun(["bird", "birds"], ["oiseau", "oiseaux"], M, ANIMAL | OWN),
    noun(["horse", "horses"], ["cheval", "chevaux"], M, ANIMAL | OWN),
    noun(["mouse", "mice"], ["souris", "souris"], F, ANIMAL | OWN),
    noun(["cow", "cows"], ["vache", "vaches"], F, ANIMAL | OWN),
    noun(["rabbit", "rabbits"], ["lapin", "lapins"], M, ANIMAL | OWN),
    noun(["hen", "hens"], ["poule", "poules"], F, ANIMAL | OWN),
    noun(["apple", "apples"], ["pomme", "pommes"], F, FOOD | OWN),
    noun(["potato", "potatoes"], ["pomme de terre", "pommes de terre"], F, FOOD | OWN),
    noun(["cake", "cakes"], ["gâteau", "gâteaux"], M, FOOD | OWN),
    noun(["egg", "eggs"], ["œuf", "œufs"], M, FOOD | OWN),
    noun(["tomato", "tomatoes"], ["tomate", "tomates"], F, FOOD | OWN),
    noun(["carrot", "carrots"], ["carotte", "carottes"], F, FOOD | OWN),
    noun(["book", "books"], ["livre", "livres"], M, TEXT | OPENS | OWN),
    noun(["letter", "letters"], ["lettre", "lettres"], F, TEXT | OPENS | OWN),
    noun(["newspaper", "newspapers"], ["journal", "journaux"], M, TEXT | OPENS | OWN),
    noun(["poem", "poems"], ["poème", "poèmes"], M, TEXT | OWN),
    noun(["story", "stories"], ["histoire", "histoires"], F, TEXT | OWN | FIXED),
    noun(["hat", "hats"], ["chapeau", "chapeaux"], M, CLOTHES | OWN),
    noun(["coat", "coats"], ["manteau", "manteaux"], M, CLOTHES | OWN),
    noun(["dress", "dresses"], ["robe", "robes"], F, CLOTHES | OWN),
    noun(["shirt", "shirts"], ["chemise", "chemises"], F, CLOTHES | OWN),
    noun(["scarf", "scarves"], ["écharpe", "écharpes"], F, CLOTHES | OWN),
    noun(["table", "tables"], ["table", "tables"], F, THING | SURFACE | OWN | OF_WOOD | BREAKS),
    noun(["chair", "chairs"], ["chaise", "chaises"], F, THING | SURFACE | OWN | OF_WOOD | BREAKS),
    noun(["box", "boxes"], ["boîte", "boîtes"], F, THING | SURFACE | OPENS | OWN | OF_WOOD | BREAKS),
    noun(["bed", "beds"], ["lit", "lits"], M, THING | SURFACE | OWN | OF_WOOD),
    noun(["key", "keys"], ["clé", "clés"], F, THING | OWN),
    noun(["clock", "clocks"], ["horloge", "horloges"], F, THING | OWN | BREAKS),
    noun(["car", "cars"], ["voiture", "voitures"], F, THING | OPENS | OWN | BREAKS),
    noun(["boat", "boats"], ["bateau", "bateaux"], M, THING | OWN | OF_WOOD),
    noun(["umbrella", "umbrellas"], ["parapluie", "parapluies"], M, THING | OPENS | OWN | BREAKS),
    noun(["tree", "trees"], ["arbre", "arbres"], M, THING | FIXED | OWN),
    noun(["house", "houses"], ["maison", "maisons"], F, THING | PLACE | INSIDE | FIXED | OWN | OF_WOOD),
    noun(["garden", "gardens"], ["jardin", "jardins"], M, PLACE | INSIDE | OWN),
    noun(["school", "schools"], ["école", "écoles"], F, PLACE | INSIDE | GOAL | OWN),
    noun(["kitchen", "kitchens"], ["cuisine", "cuisines"], F, PLACE | INSIDE | OWN),
    noun(["living room", "living rooms"], ["salon", "salons"], M, PLACE | INSIDE | OWN),
    noun(["hotel", "hotels"], ["hôtel", "hôtels"], M, PLACE | INSIDE | GOAL),
    noun(["church", "churches"], ["église", "églises"], F, PLACE | INSIDE | GOAL),
    noun(["train station", "train stations"], ["gare", "gares"], F, PLACE | INSIDE | GOAL),
    noun(["market", "markets"], ["marché", "marchés"], M, PLACE | GOAL),
];

/// An adjective.
pub(super) struct Adjective {
    pub(super) english: &'static str,
    /// Masculine and feminine singular, masculine and feminine plural; and the masculine singular before a vowel.
    pub(super) french: [&'static str; 5],
    /// Whether it stands before its noun in French. In English all do, and these come first.
    pub(super) before: bool,
    /// What it goes with.
    pub(super) kinds: Kinds,
    /// Whether it can be said of something: *the house is small*.
    pub(super) said: bool,
}

const fn before(english: &'static str, french: [&'static str; 5], kinds: Kinds, said: bool) -> Adjective {
    Adjective { english, french, before: true, kinds, said }
}

const fn after(english: &'static str, french: [&'static str; 4], kinds: Kinds) -> Adjective {
    let [a, b, c, d] = french;
    Adjective { english, french: [a, b, c, d, a], before: false, kinds, said: true }
}

pub(super) static ADJECTIVES: [Adjective; 36] = [
    before("small", ["petit", "petite", "petits", "petites", "petit"], ANIMAL | FOOD | CLOTHES | THING | PLACE, true),
    // Big things are *grand* in French, and big animals and apples are *gros*.
    before("big", ["grand", "grande", "grands", "grandes", "grand"], CLOTHES | THING | PLACE, true),
    before("big", ["gros", "grosse", "gros", "grosses", "gros"], ANIMAL | FOOD, true),
    before("old", ["vieux", "vieille", "vieux", "vieilles", "vieil"], LIVING | DEAD | PLACE, true),
    before("young", ["jeune", "jeune", "jeunes", "jeunes", "jeune"], LIVING, true),
    before("beautiful", ["beau", "belle", "beaux", "belles", "bel"], LIVING | DEAD | PLACE, true),
    before("pretty", ["joli", "jolie", "jolis", "jolies", "joli"], ANIMAL | CLOTHES | THING | PLACE, true),
    before("new", ["nouveau", "nouvelle", "nouveaux", "nouvelles", "nouvel"], DEAD | PLACE, false),
    before("good", ["bon", "bonne", "bons", "bonnes", "bon"], FOOD | TEXT, true),
    before("bad", ["mauvais", "mauvaise", "mauvais", "mauvaises", "mauvais"], FOOD | TEXT, true),
    after("red", ["rouge", "rouge", "rouges", "rouges"], FOOD | CLOTHES | THING),
    after("green", ["vert", "verte", "verts", "vertes"], FOOD | CLOTHES | THING),
    after("blue", ["bleu", "bleue", "bleus", "bleues"], CLOTHES | THING),
    after("yellow", ["jaune", "jaune", "jaunes", "jaunes"], FOOD | CLOTHES | THING),
    after("black", ["noir", "noire", "noirs", "noires"], ANIMAL | CLOTHES | THING),
    after("white", ["blanc", "blanche", "blancs", "blanches"], ANIMAL | CLOTHES | THING),
    after("gray", ["gris", "grise", "gris", "grises"], ANIMAL | CLOTHES | THING),
    after("happy", ["heureux", "heureuse", "heureux", "heureuses"], LIVING),
    after("sad", ["triste", "triste", "tristes", "tristes"], LIVING | TEXT),
    after("tired", ["fatigué", "fatiguée", "fatigués", "fatiguées"], LIVING),
    after("sick", ["malade", "malade", "malades", "malades"], LIVING),
    after("rich", ["riche", "riche", "riches", "riches"], PERSON),
    after("famous", ["célèbre", "célèbre", "célèbres", "célèbres"], PERSON | TEXT | PLACE),
    after("intelligent", ["intelligent", "intelligente", "intelligents", "intelligentes"], LIVING),
    after("strange", ["étrange", "étrange", "étranges", "étranges"], LIVING | DEAD | PLACE),
    after("expensive", ["cher", "chère", "chers", "chères"], FOOD | CLOTHES | THING),
    after("broken", ["cassé", "cassée", "cassés", "cassées"], BREAKS),
    after("clean", ["propre", "propre", "propres", "propres"], CLOTHES | THING | PLACE),
    after("dirty", ["sale", "sale", "sales", "sales"], CLOTHES | THING | PLACE),
    after("empty", ["vide", "vide", "vides", "vides"], PLACE),
    after("quiet", ["calme", "calme", "calmes", "calmes"], PLACE),
    after("modern", ["moderne", "moderne", "modernes", "modernes"], PLACE),
    after("difficult", ["difficile", "difficile", "difficiles", "difficiles"], TEXT),
    after("interesting", ["intéressant", "intéressante", "intéressants", "intéressantes"], TEXT),
    after("wooden", ["en bois", "en bois", "en bois", "en bois"], OF_WOOD),
    after("woolen", ["en laine", "en laine", "en laine", "en laine"], CLOTHES),
];

/// What follows a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Follows {
    /// Nothing.
    Nothing,
    /// What is eaten, seen, read.
    Object,
    /// As well, but it is known which one: nobody says in French that he loves *de chat* not.
    KnownObject,
    /// In French *à* and what follows.
    To,
}

/// A verb in the present.
pub(super) struct Verb {
    /// With I and we, and with he and she.
    pub(super) english: [&'static str; 2],
    /// With je, il, nous and ils.
    pub(super) french: [&'static str; 4],
    pub(super) follows: Follows,
    /// Who does it.
    pub(super) subjects: Kinds,
    /// To what, and of what kind it must not be.
    pub(super) objects: Kinds,
    pub(super) never: Kinds,
}

const fn verb(
    english: [&'static str; 2],
    french: [&'static str; 4],
    follows: Follows,
    [subjects, objects, never]: [Kinds; 3],
) -> Verb {
    Verb { english, french, follows, subjects, objects, never }
}

use Follows::{KnownObject, Nothing, Object, To};

const ANYTHING: Kinds = LIVING | FOOD | DEAD | PLACE;

pub(super) static VERBS: [Verb; 26] = [
    verb(["see", "sees"], ["vois", "voit", "voyons", "voient"], Object, [LIVING, ANYTHING, 0]),
    verb(
        ["find", "finds"],
        ["trouve", "trouve", "trouvons", "trouvent"],
        Object,
        [LIVING, ANIMAL | FOOD | DEAD, FIXED],
    ),
    verb(["eat", "eats"], ["mange", "mange", "mangeons", "mangent"], Object, [LIVING, FOOD, 0]),
    verb(["buy", "buys"], ["achète", "achète", "achetons", "achètent"], Object, [PERSON, FOOD | DEAD, FIXED]),
    verb(["sell", "sells"], ["vends", "vend", "vendons", "vendent"], Object, [PERSON, ANIMAL | FOOD | DEAD, FIXED]),
    verb(["read", "reads"], ["lis", "lit", "lisons", "lisent"], Object, [PERSON, TEXT, 0]),
    verb(["wear", "wears"], ["porte", "porte", "portons", "portent"], Object, [PERSON, CLOTHES, 0]),
    verb(
        ["draw", "draws"],
        ["dessine", "dessine", "dessinons", "dessinent"],
        Object,
        [PERSON, ANIMAL | THING | PLACE, 0],
    ),
    verb(["open", "opens"], ["ouvre", "ouvre", "ouvrons", "ouvrent"], Object, [PERSON, OPENS, 0]),
    verb(["look for", "looks for"], ["cherche", "cherche", "cherchons", "cherchent"], Object, [LIVING, ANYTHING, 0]),
    verb(["look at", "looks at"], ["regarde", "regarde", "regardons", "regardent"], KnownObject, [LIVING, ANYTHING, 0]),
    verb(["listen to", "listens to"], ["écoute", "écoute", "écoutons", "écoutent"], KnownObject, [LIVING, PERSON, 0]),
    verb(["wait for", "waits for"], ["attends", "attend", "attendons", "attendent"], KnownObject, [LIVING, PERSON, 0]),
    verb(["love", "loves"], ["aime", "aime", "aimons", "aiment"], KnownObject, [PERSON, ANYTHING, 0]),
    verb(["help", "helps"], ["aide", "aide", "aidons", "aident"], KnownObject, [PERSON, PERSON, 0]),
    verb(
        ["know", "knows"],
        ["connais", "connaît", "connaissons", "connaissent"],
        KnownObject,
        [PERSON, PERSON | PLACE, 0],
    ),
    verb(["talk to", "talks to"], ["parle", "parle", "parlons", "parlent"], To, [PERSON, LIVING, 0]),
    verb(["answer", "answers"], ["réponds", "répond", "répondons", "répondent"], To, [PERSON, PERSON, 0]),
    verb(["go to", "goes to"], ["vais", "va", "allons", "vont"], To, [PERSON, GOAL, 0]),
    verb(["sleep", "sleeps"], ["dors", "dort", "dormons", "dorment"], Nothing, [LIVING, 0, 0]),
    verb(["sing", "sings"], ["chante", "chante", "chantons", "chantent"], Nothing, [PERSON, 0, 0]),
    verb(["dance", "dances"], ["danse", "danse", "dansons", "dansent"], Nothing, [PERSON, 0, 0]),
    verb(["work", "works"], ["travaille", "travaille", "travaillons", "travaillent"], Nothing, [PERSON, 0, 0]),
    verb(["run", "runs"], ["cours", "court", "courons", "courent"], Nothing, [LIVING, 0, 0]),
    verb(["smile", "smiles"], ["souris", "sourit", "sourions", "sourient"], Nothing, [PERSON, 0, 0]),
    verb(["eat", "eats"], ["mange", "mange", "mangeons", "mangent"], Nothing, [LIVING, 0, 0]),
];

/// Where something happens: English, French, and what it is said of.
pub(super) static PLACES: [(&str, &str, Kinds); 6] = [
    ("in", "dans", INSIDE),
    ("on", "sur", SURFACE),
    ("under", "sous", SURFACE),
    ("behind", "derrière", THING | PLACE),
    ("in front of", "devant", THING | PLACE),
    ("next to", "à côté de", THING | PLACE),
];

/// When it happens.
pub(super) static TIMES: [(&str, &str); 3] =
    [("today", "aujourd'hui"), ("now", "maintenant"), ("every day", "tous les jours")];

/// How often, between subject and verb in English, behind the verb in French.
pub(super) static OFTEN: [(&str, &str); 2] = [("often", "souvent"), ("always", "toujours")];
