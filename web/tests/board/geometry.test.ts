import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  between,
  neighbour,
  placeOf,
  squareAt,
  squareCount,
  squareName,
  turned,
} from '../../src/board/geometry';
import { nearest, squareUnder } from '../../src/board/pointer';
import type { Layout } from '../../src/board/types';
import { viewOf } from './helpers';

const EIGHT: Layout = { size: 8, squares: 'dark' };
const TEN: Layout = { size: 10, squares: 'dark' };
const ALL: Layout = { size: 8, squares: 'all' };
const anySquare = fc
  .constantFrom(EIGHT, TEN, ALL)
  .chain((layout) =>
    fc.tuple(fc.constant(layout), fc.integer({ min: 1, max: squareCount(layout) })),
  );

describe('squares', () => {
  it.each([
    [EIGHT, 1, 0, 1],
    [EIGHT, 5, 1, 0],
    [EIGHT, 32, 7, 6],
    [TEN, 6, 1, 0],
    [TEN, 50, 9, 8],
    [ALL, 9, 1, 0],
    [ALL, 64, 7, 7],
  ])('%o: square %i is on row %i, column %i', (layout, square, row, col) => {
    expect(placeOf(layout, square)).toEqual({ row, col });
  });
  it.each([
    [EIGHT, 1, 'b8'],
    [EIGHT, 4, 'h8'],
    [EIGHT, 5, 'a7'],
    [EIGHT, 22, 'c3'],
    [EIGHT, 29, 'a1'],
    [EIGHT, 32, 'g1'],
    [TEN, 1, 'b10'],
    [TEN, 46, 'a1'],
    [TEN, 50, 'i1'],
    [ALL, 1, 'a8'],
    [ALL, 8, 'h8'],
    [ALL, 57, 'a1'],
    [ALL, 64, 'h1'],
  ])('%o: square %i is %s by letter and row', (layout, square, name) => {
    expect(squareName(layout, square, true)).toBe(name);
    expect(squareName(layout, square)).toBe(String(square));
  });
  it('have each a name of its own', () => {
    for (const layout of [EIGHT, TEN, ALL]) {
      const all = Array.from({ length: squareCount(layout) }, (_, i) => i + 1);
      expect(new Set(all.map((square) => squareName(layout, square, true))).size).toBe(all.length);
    }
  });
  it('are where they say, turned or not', () => {
    fc.assert(
      fc.property(anySquare, fc.boolean(), ([layout, square], flipped) => {
        const seen = turned(layout, placeOf(layout, square), flipped);
        const back = turned(layout, seen, flipped);
        expect(squareAt(layout, back.row, back.col)).toBe(square);
      }),
    );
  });
  it('are not outside the board nor between its lines', () => {
    expect(squareAt(EIGHT, 0, 0)).toBeUndefined();
    expect(squareAt(EIGHT, -1, 0)).toBeUndefined();
    expect(squareAt(EIGHT, 0, 8)).toBeUndefined();
    expect(neighbour(EIGHT, 4, -1, 1)).toBeUndefined();
    expect(neighbour(EIGHT, 18, -1, -1)).toBe(14);
    expect(squareAt(TEN, 9, 9)).toBeUndefined();
    expect(squareAt(TEN, 9, 10)).toBeUndefined();
    expect(neighbour(TEN, 5, 1, 1)).toBeUndefined();
    expect(neighbour(TEN, 28, 1, 1)).toBe(33);
    expect(squareAt(ALL, 8, 0)).toBeUndefined();
    expect(neighbour(ALL, 8, 0, 1)).toBeUndefined();
    expect(neighbour(ALL, 8, 1, 0)).toBe(16);
  });
  it('lie between others on the lines of play only', () => {
    expect(between(EIGHT, 29, 4)).toEqual([25, 22, 18, 15, 11, 8]);
    expect(between(EIGHT, 4, 22)).toEqual([8, 11, 15, 18]);
    expect(between(EIGHT, 1, 3)).toEqual([]);
    expect(between(TEN, 46, 5)).toEqual([41, 37, 32, 28, 23, 19, 14, 10]);
    expect(between(TEN, 1, 2)).toEqual([]);
    expect(between(TEN, 28, 30)).toEqual([]);
    expect(between(ALL, 1, 25)).toEqual([9, 17]);
    expect(between(ALL, 40, 37)).toEqual([39, 38]);
    expect(between(ALL, 1, 19)).toEqual([]);
  });
});

describe('points', () => {
  const white = viewOf('W:W21:B1');
  const black = { ...white, bottom: 'black' as const };
  it('find the square as it is seen', () => {
    expect(squareUnder(white, 1.5, 0.5)).toBe(1);
    expect(squareUnder(white, 0.5, 0.5)).toBeUndefined();
    expect(squareUnder(black, 6.5, 7.5)).toBe(1);
  });
  it.each([
    ['mesita-international', 50, 8.5, 9.5],
    ['mesita-turkish', 64, 7.5, 7.5],
    ['mesita-turkish', 28, 3.5, 3.5],
  ])('%s: find square %i, turned too', (rules, square, x, y) => {
    const view = viewOf('W:W30:B1', '', { rules });
    const { size } = view.layout;
    expect(squareUnder(view, x, y)).toBe(square);
    expect(squareUnder({ ...view, bottom: 'black' }, size - x, size - y)).toBe(square);
  });
  it('reach the nearest square within three quarters of one', () => {
    expect(nearest(white, [1, 5], 1.4, 1.1)).toBe(1);
    expect(nearest(white, [1, 5], 0.9, 1.4)).toBe(5);
    expect(nearest(white, [1], 1.5, 1.24)).toBe(1);
    expect(nearest(white, [1], 1.5, 1.26)).toBeUndefined();
  });
});
