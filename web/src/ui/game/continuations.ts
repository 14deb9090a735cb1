import type { Path, Square } from '../../board/types';

/** The squares where a chain goes on of which `entered` is the beginning. */
export function continuations(legal: readonly Path[], entered: Path): Square[] {
  const begun = legal.filter((path) => entered.every((square, index) => path[index] === square));
  return [...new Set(begun.flatMap((path) => path[entered.length] ?? []))];
}
