//! See [`damero_fuzz::message`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| damero_fuzz::message::check(data));
