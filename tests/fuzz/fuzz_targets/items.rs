//! See [`damero_fuzz::items`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| damero_fuzz::items::check(data));
