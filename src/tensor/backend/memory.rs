//! Memory that was freed, kept for what is computed next.
//!
//! By itself the C library of Linux gives every larger block back to the system as soon as it is freed, and a new one is cleared
//! page by page when it is first touched: a pass of Transformer-base over 512 tokens caught 180,000 such page faults, a quarter of its
//! time. A program that computes wants its memory again at once. So it calls [`keep`] when it starts and [`give_back`] when it
//! comes to rest. A library does not decide that for the program that it is part of: nothing here happens by itself.
//!
//! Where the C library is not glibc both do nothing.

#![cfg_attr(
    all(target_os = "linux", target_env = "gnu"),
    expect(unsafe_code, reason = "the allocator's settings are plain C functions")
)]

/// From now on memory that is freed stays with the process, up to a gigabyte, and all threads share it. Whether the C library
/// takes such settings. Call it before the first thread starts.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn keep() -> bool {
    /// Blocks below this come from the memory that is kept.
    const MAX_ELEMENTS: i32 = 256 << 20;
    /// The same for versions that refuse more than half of the room a thread has of its own.
    const MAX_FREED_CHUNK: i32 = 32 << 20;
    /// How much may lie free.
    const KEPT: i32 = 1 << 30;
    // SAFETY: mallopt takes numbers and locks the allocator while it stores them.
    unsafe {
        let blocks =
            [MAX_ELEMENTS, MAX_FREED_CHUNK].iter().any(|&size| libc::mallopt(libc::M_MMAP_THRESHOLD, size) == 1);
        // A thread's own room cannot hold what is large, and is unmapped whenever it is empty.
        blocks && libc::mallopt(libc::M_TRIM_THRESHOLD, KEPT) == 1 && libc::mallopt(libc::M_ARENA_MAX, 1) == 1
    }
}

/// From now on memory that is freed stays with the process: not with this C library.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn keep() -> bool {
    false
}

/// Gives back to the system all that lies free, for a program that has nothing more to do for a while.
pub fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: malloc_trim takes a number and locks the allocator while it works.
    unsafe {
        libc::malloc_trim(0);
    }
}
