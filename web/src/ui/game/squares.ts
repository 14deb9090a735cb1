import type { Path, Square } from '../../board/types';
import { m } from '../../i18n/generated/messages.js';

/** The squares where a chain goes on of which `entered` is the beginning. */
export function continuations(legal: readonly Path[], entered: Path): Square[] {
  const begun = legal.filter((path) => entered.every((square, index) => path[index] === square));
  return [...new Set(begun.flatMap((path) => path[entered.length] ?? []))];
}

/** `la 10 o la 29`. */
export function eitherOf(
  squares: readonly Square[],
  nameOf: (square: Square) => string = String,
): string {
  const names = squares.map((square) => m.game_the_square({ square: nameOf(square) }));
  return new Intl.ListFormat(document.documentElement.lang, { type: 'disjunction' }).format(names);
}
