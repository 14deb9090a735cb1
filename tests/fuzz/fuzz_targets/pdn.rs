//! See [`damero_fuzz::pdn`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| damero_fuzz::pdn::check(data));
