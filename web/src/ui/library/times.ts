/** How long each move took, and what stood on the clocks. */
import { parseMoves } from '../../board/position';
import type { BySide, Side } from '../../proto/wire';

/** For each entry of `moves`, ms since the one before it, the first since the start. */
export function durations(times: readonly number[], started: number): number[] {
  return times.map((at, nth) => Math.max(0, at - (times[nth - 1] ?? started)));
}

/** What the record says the mover had left after each ply, ms. */
function written(pdn: string): number[] {
  return [...pdn.matchAll(/\[%clk (\d+):(\d+):(\d+(?:\.\d+)?)\]/g)].map(
    ([, hours, minutes, seconds]) =>
      (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000,
  );
}

/**
 * Both clocks at the start and after each entry of `moves`. Nothing without a clock, or if the
 * record does not tell it for every ply.
 */
export function clocks(
  pdn: string,
  moves: string,
  control: string | undefined,
  first: Side,
): BySide<number>[] | undefined {
  if (!control) return undefined;
  const plies = parseMoves(moves);
  const left = written(pdn);
  if (left.length !== plies.filter(({ kind }) => kind === 'move').length) return undefined;
  const whole = Number(control.split('+')[0]) * 60_000;
  const shown: BySide<number>[] = [{ white: whole, black: whole }];
  let mover = first;
  let ply = 0;
  for (const { kind } of plies) {
    const before = shown.at(-1)!;
    if (kind === 'huff') {
      shown.push(before);
    } else {
      shown.push({ ...before, [mover]: left[ply] });
      ply += 1;
      mover = mover === 'white' ? 'black' : 'white';
    }
  }
  return shown;
}
