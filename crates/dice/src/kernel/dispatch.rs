//! The same code compiled for several instruction sets; the widest set of the processor is chosen at run time.
//!
//! This is the only unsafe code of the crate. It is sound because a function compiled for an instruction set is called
//! in one place only, after a check that the processor has this set. Nothing else about the call is unsafe. The gain
//! justifies it: AVX2 was measured at 2.5 times the speed of the portable build, and AVX-512 at 3.8 times
//! (`benches/kernel.rs` of the crate, on a Zen 5 core).

#![allow(unsafe_code)]

/// An instruction set that the kernel is compiled for. Results are bit-identical with each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instructions {
    /// The set that every processor of the target has (SSE2 on x86-64).
    Portable,
    /// 256-bit vectors.
    Avx2,
    /// 512-bit vectors (AVX-512 F and BW).
    Avx512,
}

impl Instructions {
    /// Returns the widest set that this processor has.
    pub fn detect() -> Instructions {
        let widest_first = [Instructions::Avx512, Instructions::Avx2];
        widest_first.into_iter().find(Instructions::is_available).unwrap_or(Instructions::Portable)
    }

    /// Returns true if this processor has the set.
    #[cfg(target_arch = "x86_64")]
    pub fn is_available(&self) -> bool {
        match self {
            Instructions::Portable => true,
            Instructions::Avx2 => is_x86_feature_detected!("avx2"),
            Instructions::Avx512 => is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw"),
        }
    }

    /// Returns true if this processor has the set.
    #[cfg(not(target_arch = "x86_64"))]
    pub fn is_available(&self) -> bool {
        *self == Instructions::Portable
    }

    /// Runs the task compiled for this set, or the portable version if the processor lacks the set.
    pub(super) fn run<T: Task>(self, task: T) -> T::Output {
        #[cfg(target_arch = "x86_64")]
        if self.is_available() {
            // SAFETY: the check above found that the processor has the features that the called function is compiled
            // for.
            match self {
                Instructions::Portable => {}
                Instructions::Avx2 => return unsafe { run_avx2(task) },
                Instructions::Avx512 => return unsafe { run_avx512(task) },
            }
        }
        task.run()
    }
}

/// Work to compile for each instruction set. `run` and the functions in its loops must be `#[inline(always)]`: only
/// inlined code is compiled for the instruction set of its caller.
pub(super) trait Task {
    type Output;
    fn run(self) -> Self::Output;
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_avx2<T: Task>(task: T) -> T::Output {
    task.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
fn run_avx512<T: Task>(task: T) -> T::Output {
    task.run()
}
