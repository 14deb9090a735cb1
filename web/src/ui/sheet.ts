/** A game as a scoresheet: numbered rows, a cell for each side. */

export interface Written {
  /** The frame it leads to. */
  frame: number;
  /** A move as it was sent, or the square of a huff. */
  text: string;
  huff: boolean;
}

export interface Row {
  number: number;
  /** Who moves first, and the other: a huff stands before its side's move. */
  cells: [Written[], Written[]];
}

/** `skipped` is 1 where a position was set up for the other side to move: its cell stays empty. */
export function sheet(moves: string, skipped = 0): Row[] {
  const rows: Row[] = [];
  let plies = skipped;
  for (const [nth, word] of moves.split(' ').filter(Boolean).entries()) {
    const huff = word.startsWith('!');
    const number = Math.floor(plies / 2) + 1;
    if (rows.length < number) rows.push({ number, cells: [[], []] });
    const cell = rows[number - 1]!.cells[plies % 2]!;
    cell.push({ frame: nth + 1, text: huff ? word.slice(1) : word, huff });
    if (!huff) plies += 1;
  }
  return rows;
}
