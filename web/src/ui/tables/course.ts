/** The course of a rating as a drawing: where its points and lines lie. */
import type { RatedGame } from '../../proto/wire';
import { shownElo } from './points';

export interface Point {
  /** Before the first game there is none. */
  game: RatedGame | undefined;
  /** Micro-points. */
  elo: number;
  x: number;
  y: number;
}

export interface Course {
  points: Point[];
  /** For `polyline`. */
  line: string;
  /** Whole ratings to draw lines at, with where. */
  marks: { elo: number; y: number }[];
  lowest: number;
  highest: number;
}

const STEPS = [5, 10, 25, 50, 100, 250, 500, 1000];

/** The games that count, oldest first, in a box of `width` by `height`. */
export function course(games: readonly RatedGame[], width: number, height: number): Course {
  const counted = games.filter(({ valid }) => valid).toReversed();
  const first = counted[0];
  if (!first) return { points: [], line: '', marks: [], lowest: 0, highest: 0 };
  const ratings = [first.after - first.delta, ...counted.map(({ after }) => after)];
  const shown = ratings.map(shownElo);
  const [lowest, highest] = [Math.min(...shown), Math.max(...shown)];
  const step = STEPS.find((one) => (highest - lowest) / one <= 3) ?? 2500;
  const bottom = Math.floor(lowest / step) * step;
  const top = Math.max(bottom + step, Math.ceil(highest / step) * step);
  const y = (elo: number) => height * (1 - (elo - bottom) / (top - bottom));
  const points = ratings.map((elo, nth) => ({
    game: counted[nth - 1],
    elo,
    x: (width * nth) / (ratings.length - 1),
    y: y(elo / 1_000_000),
  }));
  const marks = [];
  for (let elo = bottom; elo <= top; elo += step) marks.push({ elo, y: y(elo) });
  return {
    points,
    line: points.map((point) => `${point.x.toFixed(1)},${point.y.toFixed(1)}`).join(' '),
    marks,
    lowest,
    highest,
  };
}
