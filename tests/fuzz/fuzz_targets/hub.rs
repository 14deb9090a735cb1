//! See [`damero_fuzz::hub`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| damero_fuzz::hub::check(data));
