use super::*;

#[test]
fn letters_are_copied_turned_round_and_sorted() {
    for task in [Task::Copy, Task::Reverse, Task::Sort] {
        for example in task.set(Part::Training, 50).unwrap() {
            let source: Vec<&str> = example.source.split(' ').collect();
            let mut want = source.clone();
            match task {
                Task::Reverse => want.reverse(),
                Task::Sort => want.sort_unstable(),
                _ => {}
            }
            assert_eq!(example.target.split(' ').collect::<Vec<_>>(), want);
            assert!((2..=10).contains(&source.len()));
        }
    }
}

#[test]
fn every_word_of_every_task_is_in_its_vocabularies_and_sentences_end_in_time() {
    for task in Task::ALL {
        let (sources, targets) = (task.sources(), task.targets());
        let mut generator = Generator::manual_seed(5);
        for _ in 0..3000 {
            let (example, _) = task.draw(&mut generator).unwrap();
            let (source, target) = (sources.ids(&example.source), targets.ids(&example.target));
            assert!(!source.contains(&words::UNKNOWN), "{example:?}");
            assert!(!target.contains(&words::UNKNOWN), "{example:?}");
            assert!(source.len().max(target.len()) <= task.longest(), "{example:?}");
            assert_eq!(targets.text(&target), example.target);
        }
    }
}

#[test]
fn parts_have_nothing_in_common_and_are_the_same_at_every_call() {
    for task in Task::ALL {
        let parts = [Part::Training, Part::Validation, Part::Test, Part::Unseen];
        let sets: Vec<HashSet<String>> = parts
            .iter()
            .map(|&part| task.set(part, 300).unwrap().into_iter().map(|example| example.source).collect())
            .collect();
        for (at, one) in sets.iter().enumerate() {
            assert!(sets[at + 1..].iter().all(|other| one.is_disjoint(other)), "{task}");
        }
        assert_eq!(sets[3].is_empty(), task != Task::Translation, "{task}");
        assert_eq!(task.set(Part::Test, 20).unwrap(), task.set(Part::Test, 20).unwrap());
    }
}

#[test]
fn what_is_learned_from_is_of_the_training_alone() {
    for task in [Task::Copy, Task::Reverse, Task::Sort] {
        let examples = task.examples(Part::Training, 200, &mut Generator::manual_seed(5)).unwrap();
        assert_eq!(examples.len(), 200);
        assert!(examples.iter().all(|example| part(&example.source) == Part::Training), "{task}");
    }
}

#[test]
fn no_day_of_the_test_was_learned_in_another_form() {
    let days = |part| -> HashSet<String> {
        Task::Dates.set(part, 2000).unwrap().into_iter().map(|example| example.target).collect()
    };
    assert!(days(Part::Training).is_disjoint(&days(Part::Test)));
}

#[test]
fn names_are_read_back() {
    assert!(Task::ALL.into_iter().all(|task| task.name().parse() == Ok(task)));
    assert_eq!("revers".parse::<Task>(), Err("the tasks are copy, reverse, sort, dates, translation".to_owned()));
}
