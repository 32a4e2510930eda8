//! The widest vectors that the processor has, for loops over plain numbers.
//!
//! A program is compiled for every processor of its kind, and so for vectors of four floats. A loop that was compiled a second time
//! for vectors of eight or sixteen is faster where its numbers come from the cache. The bits are the same: each element goes
//! through the same operations, rounded one by one, for nothing is fused or put in another order.

#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "only who has asked the processor may run what was compiled for it")
)]

/// Runs a loop over elements of type `E` with the widest vectors of this processor: `simd::dispatch::<f32, _>(#[inline(always)] || …)`. Only what
/// the compiler draws into the functions below is compiled for such vectors, and by itself it would draw a short loop into three of
/// them, but not a long one. Floats alone are worth the copies of their loops: of all else there is little.
#[inline]
pub(crate) fn dispatch<E, T>(work: impl FnOnce() -> T) -> T {
    if size_of::<E>() != size_of::<f32>() {
        return work();
    }
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx512f") {
        // SAFETY: the processor has just said that it has them.
        return unsafe { with_avx512(work) };
    } else if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has just said that it has them.
        return unsafe { with_avx2(work) };
    }
    work()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn with_avx512<T>(work: impl FnOnce() -> T) -> T {
    work()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn with_avx2<T>(work: impl FnOnce() -> T) -> T {
    work()
}
