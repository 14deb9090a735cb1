//! The border to the page: three functions, no imports, one thread.
//!
//! The host asks for room with [`damero_request`] and writes the request's bytes there, has it
//! answered with [`damero_answer`], which says how long the answer is, and reads that many bytes
//! from where [`damero_answer_at`] points. A pointer is good until the next call. Two buffers are
//! kept from call to call, so nobody has to free anything.
//!
//! No pointer is followed on this side. What is unsafe is only that these names are exported
//! unmangled: they must be unique in whatever they are linked into, and the prefix sees to that.
#![expect(
    unsafe_code,
    reason = "exporting a function by its name counts as unsafe"
)]

use std::cell::RefCell;

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a request of so many bytes, and says where.
#[unsafe(no_mangle)]
pub extern "C" fn damero_request(length: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(length, 0);
        request.as_mut_ptr()
    })
}

/// Answers the request, and says how many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn damero_answer() -> usize {
    let answer = REQUEST.with_borrow(|request| crate::answer(&String::from_utf8_lossy(request)));
    ANSWER.with_borrow_mut(|last| {
        *last = answer.into_bytes();
        last.len()
    })
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn damero_answer_at() -> *const u8 {
    ANSWER.with_borrow(Vec::as_ptr)
}
