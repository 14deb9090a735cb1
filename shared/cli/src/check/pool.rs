//! Work over a list on every core, its results told in the list's order.

use std::collections::BTreeMap;
use std::io;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Does `work` on each item and tells each result as soon as all before it are told.
///
/// # Errors
/// The first of `tell`; what has not begun is then left.
pub(super) fn in_order<T: Sync, R: Send>(
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
    mut tell: impl FnMut(&T, R) -> io::Result<()>,
) -> io::Result<()> {
    let next = AtomicUsize::new(0);
    let (results, incoming) = mpsc::channel();
    thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        for _ in 0..cores.min(items.len()) {
            let (results, next, work) = (results.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let nth = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(nth) else { break };
                    if results.send((nth, work(item))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(results);
        let mut waiting = BTreeMap::new();
        let mut told = 0;
        for (nth, result) in incoming {
            waiting.insert(nth, result);
            while let (Some(item), Some(result)) = (items.get(told), waiting.remove(&told)) {
                told += 1;
                // On an error nobody receives any more, and the others end with what they are at.
                tell(item, result)?;
            }
        }
        Ok(())
    })
}
