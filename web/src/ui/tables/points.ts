/** Ratings as people read them, and rows of tables as they stand. */
import { getLocale } from '../../i18n/generated/runtime.js';

const POINT = 1_000_000;

/** Whole points, halves up: what decides the place. */
export const shownElo = (micro: number): number => Math.floor((micro + POINT / 2) / POINT);

/** `+5,8`, `−12,0`, `0,0`: what a game moved. */
export function shownDelta(micro: number): string {
  // The Spanish of all of America would write a point: the club writes a comma.
  return new Intl.NumberFormat(getLocale(), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  })
    .format(micro / POINT)
    .replace('-', '−');
}

export type Sharing = 'first' | 'between' | 'last' | undefined;

export interface Placed {
  place: number;
  account: string;
}

/** Who shares a place with whom: equals stand one below the other. */
export function sharing(rows: readonly Placed[]): Sharing[] {
  return rows.map(({ place }, nth) => {
    const above = rows[nth - 1]?.place === place;
    const below = rows[nth + 1]?.place === place;
    if (above && below) return 'between';
    return above ? 'last' : below ? 'first' : undefined;
  });
}

/** A table moves on between two pages of it: whoever is on both stands where the newer says. */
export function merged<Row extends Placed>(known: readonly Row[], more: readonly Row[]): Row[] {
  const again = new Set(more.map(({ account }) => account));
  return [...known.filter(({ account }) => !again.has(account)), ...more];
}
