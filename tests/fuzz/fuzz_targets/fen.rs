//! See [`damero_fuzz::fen`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| damero_fuzz::fen::check(data));
