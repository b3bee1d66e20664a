//! The questions of hitchart in WebAssembly.
//!
//! The module exports three functions, which `lab/worker.js` calls: [`allocate`] makes room for a question, [`ask`]
//! answers it, and [`free`] gives room back. A question and an answer are UTF-8 texts of JSON; the length of an answer
//! stands before it in four bytes, the lowest first.
//!
//! ```
//! let question = br#"{ "ask": "ra frame", "loadout": "RdYBG" }"#;
//! let answer = hitchart_page::answer(question);
//! assert!(answer.starts_with('{') && answer.contains(r#""ok":true"#));
//! ```

use hitchart_ask::Asking;
use std::sync::atomic::AtomicBool;

/// Answers a question in UTF-8.
pub fn answer(question: &[u8]) -> String {
    let stop = AtomicBool::new(false);
    hitchart_ask::ask(&String::from_utf8_lossy(question), &Asking::data(&stop))
}

/// Returns room for `length` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(length: usize) -> *mut u8 {
    Box::leak(vec![0; length].into_boxed_slice()).as_mut_ptr()
}

/// Gives room back.
///
/// # Safety
/// `at` and `length` must be those of one call of [`allocate`], or of one answer with the four bytes before it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn free(at: *mut u8, length: usize) {
    // SAFETY: the room is a boxed slice of this length, without another owner.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(at, length)) });
}

/// Answers a question, and returns the place of the answer: its length in four bytes, then its text.
///
/// # Safety
/// `at` and `length` must be room that [`allocate`] has returned.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ask(at: *const u8, length: usize) -> *mut u8 {
    // SAFETY: the room has this length, and stays in place until the call ends.
    let question = unsafe { std::slice::from_raw_parts(at, length) };
    let answer = answer(question);
    let mut bytes = (answer.len() as u32).to_le_bytes().to_vec();
    bytes.extend(answer.into_bytes());
    Box::leak(bytes.into_boxed_slice()).as_mut_ptr()
}
