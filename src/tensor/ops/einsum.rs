//! Einstein's summation: axes get letters, equal letters meet, and what is missing from the result is summed over.
//!
//! `"nqhd,nkhd->nhqk"` multiplies each query with each key, for every sample n and head h. It is made of moves, sums and matrix
//! products, so each of its steps can say why.

use super::dtype_names::not_implemented;
use crate::tensor::{DType, Error, Result, Tensor};

/// An operand and the letter of each of its axes.
struct Lettered {
    tensor: Tensor,
    letters: Vec<char>,
}

/// `torch.einsum(equation, operands)`. Without an arrow the result has the letters that occur once, in the order of the alphabet.
///
/// # Errors
/// When the equation does not fit the operands, or one letter stands for axes of different size.
///
/// ```
/// use glassformer::tensor::{Tensor, ops::einsum::einsum};
///
/// let a = Tensor::from_f32(&[2, 2], vec![1.0, 2.0, 3.0, 4.0])?;
/// assert_eq!(einsum("ij,jk->ik", &[a.clone(), a.clone()])?.to_vec(), [7.0, 10.0, 15.0, 22.0]); // a @ a
/// assert_eq!(einsum("ij,kj->ik", &[a.clone(), a.clone()])?.to_vec(), [5.0, 11.0, 11.0, 25.0]); // a @ a.T
/// assert_eq!(einsum("ii", &[a])?.to_vec(), [5.0]); // the diagonal, summed
/// # Ok::<(), glassformer::tensor::Error>(())
/// ```
pub fn einsum(equation: &str, operands: &[Tensor]) -> Result<Tensor> {
    let (equation, operands) = spelled_out(equation, operands)?;
    let (equation, operands) = (equation.as_str(), operands.as_slice());
    let (terms, output) = parse(equation, operands)?;
    let lettered = terms.into_iter().zip(operands).map(|(letters, tensor)| diagonal(tensor.clone(), letters));
    let mut rest = stretched(&lettered.collect::<Result<Vec<_>>>()?)?;
    rest.reverse();
    let mut whole = rest.pop().ok_or_else(|| Error::Value("einsum: there are no operands".to_owned()))?;
    while let Some(next) = rest.pop() {
        let later: Vec<char> = rest.iter().flat_map(|term| &term.letters).chain(&output).copied().collect();
        whole = contract(&whole, &next, &later)?;
    }
    let whole = summed(&whole, &output)?;
    arranged(&whole, &output)
}

/// An equation without `...`: the axes that it stands for get letters of their own, from alpha on. They are aligned at the end and
/// broadcast, so an axis of size 1 that meets a larger one is left out.
///
/// # Errors
/// When an operand has fewer axes than its term has letters, or `...` stands somewhere twice.
pub fn spelled_out(equation: &str, operands: &[Tensor]) -> Result<(String, Vec<Tensor>)> {
    if !equation.contains("...") {
        return Ok((equation.to_owned(), operands.to_vec()));
    }
    let refused = |reason: &str| Error::Value(format!("einsum: `{equation}` {reason}"));
    let plain: String = equation.chars().filter(|c| !c.is_whitespace()).collect();
    let (inputs, output) = plain.split_once("->").map_or((plain.as_str(), None), |(a, b)| (a, Some(b)));
    let terms: Vec<&str> = inputs.split(',').collect();
    if terms.len() != operands.len() || terms.iter().copied().chain(output).any(|term| term.matches("...").count() > 1)
    {
        return Err(refused("needs one term for each operand, with `...` at most once in each"));
    }
    let mut covered = Vec::new();
    for (term, operand) in terms.iter().zip(operands) {
        let letters = term.chars().filter(|c| *c != '.').count();
        let rest =
            operand.ndim().checked_sub(letters).ok_or_else(|| refused("has more letters than a tensor has axes"))?;
        covered.push(if term.contains("...") { rest } else { 0 });
    }
    let most = covered.iter().copied().max().unwrap_or(0);
    let names: Vec<char> = ('α'..='ω').filter(|letter| !plain.contains(*letter)).take(most).collect();
    if names.len() < most {
        return Err(refused("has too many axes"));
    }
    // Where the axis that a name stands for begins in an operand, and the sizes of each name.
    let start = |term: &str| term.split("...").next().unwrap_or("").chars().count();
    let size = |(term, operand): (&str, &Tensor), count: usize, name: usize| {
        (name + count).checked_sub(most).map(|at| operand.shape()[start(term) + at])
    };
    let mut spelled = Vec::new();
    let mut kept = Vec::new();
    for ((&term, operand), &count) in terms.iter().zip(operands).zip(&covered) {
        let (mut written, mut operand) = (String::new(), operand.clone());
        for (place, &name) in names.iter().enumerate().skip(most - count).rev() {
            let others = terms.iter().copied().zip(operands).zip(&covered);
            let largest = others.filter_map(|(other, &count)| size(other, count, place)).max().unwrap_or(1);
            let at = start(term) + place + count - most;
            if operand.shape()[at] == 1 && largest > 1 {
                operand = operand.squeeze(Some(at as isize))?;
            } else {
                written.insert(0, name);
            }
        }
        spelled.push(term.replace("...", &written));
        kept.push(operand);
    }
    let all: String = names.iter().collect();
    let output = if let Some(output) = output {
        output.replace("...", &all)
    } else {
        let letters: Vec<char> = inputs.chars().filter(|c| c.is_alphabetic()).collect();
        all + &once(&letters).into_iter().collect::<String>()
    };
    Ok((format!("{}->{output}", spelled.join(",")), kept))
}

/// The letters of each operand, and of the result.
fn parse(equation: &str, operands: &[Tensor]) -> Result<(Vec<Vec<char>>, Vec<char>)> {
    let refused = |reason: String| Error::Value(format!("einsum: `{equation}` {reason}"));
    let plain: String = equation.chars().filter(|c| !c.is_whitespace()).collect();
    let (inputs, output) = plain.split_once("->").map_or((plain.as_str(), None), |(a, b)| (a, Some(b)));
    let terms: Vec<Vec<char>> = inputs.split(',').map(|term| term.chars().collect()).collect();
    if let Some(strange) = inputs.chars().chain(output.unwrap_or("").chars()).find(|c| !c.is_alphabetic() && *c != ',')
    {
        return Err(refused(format!("contains `{strange}`: only letters, commas, `...` and one arrow are allowed")));
    }
    if terms.len() != operands.len() {
        return Err(refused(format!("has {} operands, but the call passes {}", terms.len(), operands.len())));
    }
    for (term, operand) in terms.iter().zip(operands) {
        if term.len() != operand.ndim() {
            let letters: String = term.iter().collect();
            return Err(refused(format!(
                "has the letters `{letters}` for a tensor of shape {}: write one letter per axis",
                operand.shape_text()
            )));
        }
    }
    let all: Vec<char> = terms.concat();
    let output = output.map_or_else(|| once(&all), |output| output.chars().collect());
    if let Some(letter) = output.iter().find(|letter| !all.contains(letter) || count(&output, **letter) > 1) {
        return Err(refused(format!("has `{letter}` in the result, but it is in no operand, or twice in the result")));
    }
    same_sizes(&terms, operands).map_err(refused)?;
    Ok((terms, output))
}

fn count(letters: &[char], letter: char) -> usize {
    letters.iter().filter(|known| **known == letter).count()
}

/// The letters that occur once, in order.
fn once(all: &[char]) -> Vec<char> {
    let mut once: Vec<char> = all.iter().copied().filter(|letter| count(all, *letter) == 1).collect();
    once.sort_unstable();
    once
}

/// A letter stands for one size. An axis of size 1 meets any other, but not within one operand.
fn same_sizes(terms: &[Vec<char>], operands: &[Tensor]) -> std::result::Result<(), String> {
    let of = |(term, operand): (&Vec<char>, &Tensor)| -> Vec<(char, usize)> {
        term.iter().copied().zip(operand.shape().iter().copied()).collect()
    };
    let all: Vec<Vec<(char, usize)>> = terms.iter().zip(operands).map(of).collect();
    for (number, own) in all.iter().enumerate() {
        for &(letter, size) in own {
            if let Some((_, other)) = own.iter().find(|(same, other)| *same == letter && *other != size) {
                return Err(format!(
                    "uses `{letter}` twice in operand {number}, for axes of different sizes, {size} and {other}"
                ));
            }
            let mut others = all.iter().flatten();
            if let Some((_, other)) = others.find(|(same, other)| *same == letter && *other != size && *other != 1)
                && size != 1
            {
                return Err(format!("uses `{letter}` for axes of different sizes, {size} and {other}"));
            }
        }
    }
    Ok(())
}

/// Axes of size 1 that meet a larger one are left out: they are stretched by the product.
fn stretched(terms: &[Lettered]) -> Result<Vec<Lettered>> {
    let sizes = |term: &Lettered| -> Vec<(char, usize)> {
        term.letters.iter().copied().zip(term.tensor.shape().iter().copied()).collect()
    };
    let all: Vec<(char, usize)> = terms.iter().flat_map(sizes).collect();
    let is_larger = |letter: char| all.iter().any(|&(other, size)| other == letter && size != 1);
    terms.iter().map(|term| without_ones(term, is_larger)).collect()
}

/// Without the axes of size 1 whose letters are to go.
fn without_ones(term: &Lettered, goes: impl Fn(char) -> bool) -> Result<Lettered> {
    let (mut tensor, mut letters) = (term.tensor.clone(), term.letters.clone());
    for place in (0..letters.len()).rev() {
        if tensor.shape()[place] == 1 && goes(letters[place]) {
            tensor = tensor.squeeze(Some(place as isize))?;
            letters.remove(place);
        }
    }
    Ok(Lettered { tensor, letters })
}

/// A letter that an operand has twice stands for its diagonal.
fn diagonal(mut tensor: Tensor, mut letters: Vec<char>) -> Result<Lettered> {
    while let Some(second) = (0..letters.len()).find(|&at| letters[..at].contains(&letters[at])) {
        let letter = letters.remove(second);
        let first = letters[..second].iter().position(|own| *own == letter).unwrap_or(0);
        letters.remove(first);
        letters.push(letter);
        tensor = tensor.diagonal(0, first as isize, second as isize)?;
    }
    Ok(Lettered { tensor, letters })
}

/// Sums over the letters that are not needed.
fn summed(term: &Lettered, needed: &[char]) -> Result<Lettered> {
    let gone: Vec<isize> =
        (0..term.letters.len()).filter(|&at| !needed.contains(&term.letters[at])).map(|at| at as isize).collect();
    let letters = term.letters.iter().copied().filter(|letter| needed.contains(letter)).collect();
    let tensor = if gone.is_empty() { term.tensor.clone() } else { term.tensor.sum(&gone, false)? };
    Ok(Lettered { tensor, letters })
}

/// The axes in the order of these letters.
fn arranged(term: &Lettered, order: &[char]) -> Result<Tensor> {
    let axes: Vec<isize> = order
        .iter()
        .filter_map(|letter| term.letters.iter().position(|own| own == letter).map(|at| at as isize))
        .collect();
    let is_so = axes.iter().copied().eq(0..term.letters.len() as isize);
    if is_so { Ok(term.tensor.clone()) } else { term.tensor.permute(&axes) }
}

/// Two operands into one, as a batched matrix product: letters of both that are needed are the batch, letters of both that are not
/// are summed, the others are rows and columns. Where nothing is summed each number meets each other, in the dtype of both.
fn contract(left: &Lettered, right: &Lettered, later: &[char]) -> Result<Lettered> {
    let needed = |other: &Lettered| [later, &other.letters].concat();
    // An axis of size 1 is left out: a sum over it would count truth values.
    let reduced =
        |term: &Lettered, needed: &[char]| summed(&without_ones(term, |letter| !needed.contains(&letter))?, needed);
    let (left, right) = (reduced(left, &needed(right))?, reduced(right, &needed(left))?);
    let in_both = |letter: &char| right.letters.contains(letter);
    let pick = |from: &Lettered, of: &dyn Fn(&char) -> bool| -> Vec<char> {
        from.letters.iter().copied().filter(|letter| of(letter)).collect()
    };
    let batch = pick(&left, &|letter| in_both(letter) && later.contains(letter));
    let inner = pick(&left, &|letter| in_both(letter) && !later.contains(letter));
    let rows = pick(&left, &|letter| !in_both(letter));
    let columns = pick(&right, &|letter| !left.letters.contains(letter));
    let size = |letter: &char| {
        let of = |term: &Lettered| term.letters.iter().position(|own| own == letter).map(|at| term.tensor.shape()[at]);
        of(&left).or_else(|| of(&right)).unwrap_or(1) as isize
    };
    let sizes = |letters: &[char]| letters.iter().map(size).collect::<Vec<isize>>();
    let one = |letters: &[char]| sizes(letters).iter().product::<isize>();
    let shaped = |term: &Lettered, order: [&[char]; 3], last: [isize; 2]| {
        arranged(term, &order.concat())?.reshape(&[&sizes(&batch)[..], &last].concat())
    };
    let a = shaped(&left, [&batch, &rows, &inner], [one(&rows), one(&inner)])?;
    let b = shaped(&right, [&batch, &inner, &columns], [one(&inner), one(&columns)])?;
    let letters = [&batch[..], &rows, &columns].concat();
    let product = match one(&inner) {
        1 => a.mul(&b)?,
        _ if a.dtype() == DType::Bool && b.dtype() == DType::Bool => {
            return Err(not_implemented("bmm", DType::Bool, "einsum"));
        }
        _ => a.matmul(&b)?,
    };
    Ok(Lettered { tensor: product.reshape(&sizes(&letters))?, letters })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(shape: &[usize], from: i64) -> Tensor {
        let count = shape.iter().product::<usize>() as i64;
        Tensor::from_i64(shape, (from..from + count).collect()).unwrap()
    }

    fn of(equation: &str, operands: &[&Tensor]) -> Vec<f64> {
        einsum(equation, &operands.iter().map(|&x| x.clone()).collect::<Vec<_>>()).unwrap().to_vec()
    }

    #[test]
    fn what_a_tutorial_prints_and_what_is_right() {
        // The page gives the numbers of `ij,jk` for `ij,kj->ik` too; those of the transposed product are others.
        let (a, b) = (counted(&[4, 4], 1), counted(&[4, 4], 100));
        assert_eq!(of("ij,kj->ik", &[&a, &b])[..4], [1020.0, 1060.0, 1100.0, 1140.0]);
        for equation in ["ij,jk", "ij,jk->ik", " i j , j k -> i k "] {
            assert_eq!(of(equation, &[&a, &b])[..8], [1080.0, 1090.0, 1100.0, 1110.0, 2776.0, 2802.0, 2828.0, 2854.0]);
        }
        assert_eq!(of("ij,kj->ikj", &[&a, &b])[..8], [100.0, 202.0, 306.0, 412.0, 104.0, 210.0, 318.0, 428.0]);
    }

    #[test]
    fn every_kind_of_equation() {
        let (a, v) = (counted(&[2, 3], 1), counted(&[3], 1));
        assert_eq!(of("ij->ji", &[&a]), [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
        assert_eq!(of("ba", &[&a]), [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
        assert_eq!(of("ij->", &[&a]), [21.0]);
        assert_eq!(of("ij->i", &[&a]), [6.0, 15.0]);
        assert_eq!(of("ij,j->i", &[&a, &v]), [14.0, 32.0]);
        assert_eq!(of("i,j->ij", &[&v, &v]), [1.0, 2.0, 3.0, 2.0, 4.0, 6.0, 3.0, 6.0, 9.0]);
        assert_eq!(of("i,i->i", &[&v, &v]), [1.0, 4.0, 9.0]);
        assert_eq!(of("ij,j,kj->ik", &[&a, &v, &a]), [36.0, 78.0, 78.0, 174.0]);
        assert_eq!(of("ii->i", &[&counted(&[2, 2], 1)]), [1.0, 4.0]);
        assert_eq!(of("iji->j", &[&counted(&[2, 3, 2], 0)]), [7.0, 11.0, 15.0]);
        assert_eq!(of("iijj->ij", &[&counted(&[2, 2, 3, 3], 0)]), [0.0, 4.0, 8.0, 27.0, 31.0, 35.0]);
    }

    #[test]
    fn attention_scores_of_heads_are_the_products_of_their_rows() {
        let (q, k) = (counted(&[2, 3, 2, 4], 0), counted(&[2, 5, 2, 4], 7));
        let scores = einsum("nqhd,nkhd->nhqk", &[q.clone(), k.clone()]).unwrap();
        let heads = |x: &Tensor| x.transpose(1, 2).unwrap();
        assert!(scores.same_bits(&heads(&q).matmul(&heads(&k).transpose(-2, -1).unwrap()).unwrap()));
    }

    #[test]
    fn dots_stand_for_the_axes_in_front_and_broadcast() {
        let (a, b, v) = (counted(&[2, 3, 4], 1), counted(&[4, 5], 1), counted(&[1, 3], 1));
        assert_eq!(of("...ij,jk->...ik", &[&a, &b]), a.matmul(&b).unwrap().to_vec());
        assert_eq!(of("...ij,jk", &[&a, &b]), a.matmul(&b).unwrap().to_vec());
        assert_eq!(of("...i->...", &[&a]), a.sum(&[-1], false).unwrap().to_vec());
        assert_eq!(of("...i->i", &[&a]), a.sum(&[0, 1], false).unwrap().to_vec());
        assert_eq!(of("i...->...i", &[&a]), a.permute(&[1, 2, 0]).unwrap().to_vec());
        // [2, 3] and [1, 3] in front: the 1 is stretched.
        let stretched = a.mul(&v.unsqueeze(-1).unwrap()).unwrap();
        assert_eq!(of("...i,...->...i", &[&a, &v]), stretched.to_vec());
        let refused = |equation: &str| einsum(equation, std::slice::from_ref(&v)).unwrap_err().to_string();
        assert!(refused("...ijk").contains("more letters than a tensor has axes"));
        assert!(refused("...i...").contains("at most once"));
    }

    /// The dtypes are PyTorch's: a sum counts truth values, a product of each with each keeps the dtype of both.
    #[test]
    fn truth_values_are_counted_where_they_are_summed() {
        let truths = |shape: &[usize]| Tensor::from_bool(shape, vec![true; shape.iter().product()]).unwrap();
        let dtype = |equation: &str, operands: &[Tensor]| einsum(equation, operands).unwrap().dtype();
        assert_eq!(dtype("ij->i", &[truths(&[2, 1])]), DType::I64);
        assert_eq!(dtype("i,j->ij", &[truths(&[2]), truths(&[3])]), DType::Bool);
        assert_eq!(dtype("ii->i", &[truths(&[2, 2])]), DType::Bool);
        assert_eq!(dtype("cbi,ii", &[truths(&[1, 1, 1]), truths(&[1, 1])]), DType::Bool);
        assert_eq!(dtype("ii", &[truths(&[2, 2])]), DType::I64);
        assert_eq!(dtype("ij,k->i", &[truths(&[2, 3]), truths(&[3])]), DType::I64);
        assert_eq!(dtype("ji,c->ji", &[truths(&[1, 1]), truths(&[1])]), DType::Bool);
        assert_eq!(dtype("i,j->ij", &[truths(&[2]), Tensor::from_u8(&[1], vec![3]).unwrap()]), DType::U8);
        let refused = einsum("ij,jk->ik", &[truths(&[2, 2]), truths(&[2, 2])]).unwrap_err().to_string();
        assert!(refused.contains("bmm") && refused.contains("Bool"), "{refused}");
    }

    #[test]
    fn axes_of_size_one_are_stretched() {
        let (a, one, v) = (counted(&[2, 1], 1), counted(&[1], 5), counted(&[3], 1));
        assert_eq!(of("ij,j->ij", &[&a, &v]), [1.0, 2.0, 3.0, 2.0, 4.0, 6.0]);
        assert_eq!(of("ij,j->i", &[&a, &v]), [6.0, 12.0]);
        assert_eq!(of("i,i,i->i", &[&one, &one, &v]), [25.0, 50.0, 75.0]);
        assert_eq!(of("ij,ij->ij", &[&a, &counted(&[1, 3], 1)]), [1.0, 2.0, 3.0, 2.0, 4.0, 6.0]);
    }

    #[test]
    fn truth_values_are_multiplied_and_not_summed() {
        let truths = Tensor::from_bool(&[2], vec![true, false]).unwrap();
        let product = |equation: &str| einsum(equation, &[truths.clone(), truths.clone()]);
        assert_eq!(product("j,j->j").unwrap().dtype(), DType::Bool);
        assert_eq!(product("i,j->ij").unwrap().to_vec(), [1.0, 0.0, 0.0, 0.0]);
        assert!(product("i,i->").unwrap_err().to_string().starts_with("\"bmm\" not implemented for 'Bool'"));
    }

    #[test]
    fn an_equation_that_does_not_fit_is_refused_with_the_reason() {
        let a = counted(&[2, 3], 1);
        let refused = |equation: &str, operands: &[Tensor]| einsum(equation, operands).unwrap_err().to_string();
        assert!(refused("ij,jk", std::slice::from_ref(&a)).contains("has 2 operands, but the call passes 1"));
        assert!(
            refused("ijk", std::slice::from_ref(&a)).contains("has the letters `ijk` for a tensor of shape [2, 3]")
        );
        assert!(refused("ij,ij->ik", &[a.clone(), a.clone()]).contains("`k` in the result"));
        assert!(refused("ij->ii", std::slice::from_ref(&a)).contains("`i` in the result"));
        assert!(refused("ij,jk", &[a.clone(), a.clone()]).contains("`j` for axes of different sizes, 3 and 2"));
        assert!(refused("ii", std::slice::from_ref(&counted(&[1, 3], 1))).contains("`i` twice in operand 0"));
        assert!(refused("i.j", &[a]).contains("contains `.`"));
    }
}
