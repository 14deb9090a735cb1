//! See [`damero_fuzz::event`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| damero_fuzz::event::check(data));
