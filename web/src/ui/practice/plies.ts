/** Whose plies they are. */
import type { Ply } from '../../board/position';
import type { Side } from '../../proto/wire';
import { other } from '../colours';

/** How many moves there are; huffs are none. */
export const plyCount = (plies: readonly Ply[]): number =>
  plies.filter(({ kind }) => kind === 'move').length;

/** Where a side's last move or huff stands; -1 if it has none. */
export function ownLast(plies: readonly Ply[], first: Side, side: Side): number {
  let turn = first;
  let found = -1;
  for (const [nth, { kind }] of plies.entries()) {
    if (turn === side) found = nth;
    if (kind === 'move') turn = other(turn);
  }
  return found;
}
