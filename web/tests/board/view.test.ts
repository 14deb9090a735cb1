// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import type { View } from '../../src/board/types';
import { viewOf } from './helpers';
import { boardOf } from './page';

const start = viewOf(
  'B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12',
  '9-13 9-14 10-14 10-15 11-15 11-16 12-16',
);
afterEach(() => document.body.replaceChildren());

describe('the grid', () => {
  it('A11Y-03: is made of rows of cells, and the cells themselves take the focus', () => {
    const { grid } = boardOf(start);
    expect(grid.getAttribute('role')).toBe('grid');
    expect(grid.getAttribute('aria-label')).toBe('Tablero');
    expect(grid.querySelectorAll(':scope > [role=row]')).toHaveLength(8);
    expect(grid.querySelectorAll('[role=row] > [role=gridcell]')).toHaveLength(64);
    expect(grid.querySelectorAll('[tabindex]')).toHaveLength(32);
    expect(grid.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
    expect(grid.querySelectorAll('button, a, [role=gridcell] [tabindex]')).toHaveLength(0);
  });
  it('A11Y-04: names every playable square', () => {
    const { cell } = boardOf(start);
    expect(cell(9).getAttribute('aria-label')).toBe('9 black');
    expect(cell(17).getAttribute('aria-label')).toBe('17 empty');
  });
  it('is turned for the side at the bottom', () => {
    expect(boardOf(start).grid.querySelector('.num')?.textContent).toBe('32');
    const white = boardOf({ ...start, bottom: 'white' });
    expect(white.grid.querySelector('.num')?.textContent).toBe('1');
  });
  it('has 50 squares on ten rows, and 64 where all are played on', () => {
    const ten = boardOf(viewOf('W:W50:B1', '', { rules: 'mesita-international' }));
    expect(ten.grid.querySelectorAll('[tabindex]')).toHaveLength(50);
    const all = boardOf(viewOf('W:W64:B1', '', { rules: 'mesita-turkish' }));
    expect(all.grid.querySelectorAll('[tabindex]')).toHaveLength(64);
    expect(all.grid.classList.contains('all')).toBe(true);
  });
  it('shows numbers or not', () => {
    const { board, grid } = boardOf(start);
    expect(grid.querySelectorAll('.num')).toHaveLength(32);
    board.show({ ...start, numbers: false });
    expect(document.querySelectorAll('.num')).toHaveLength(0);
    expect(document.querySelectorAll('.board')).toHaveLength(1);
  });
  it('shows what the squares are called, and follows a change of mind', () => {
    const view = viewOf('B:W64:B1', '', { rules: 'mesita-turkish', algebraic: true });
    const { board, grid } = boardOf(view);
    const names = () => [...document.querySelectorAll('.num')].map((num) => num.textContent);
    expect(names().slice(0, 3)).toEqual(['h1', 'g1', 'f1']);
    expect(names().at(-1)).toBe('a8');
    expect(grid.isConnected).toBe(true);
    board.show({ ...view, algebraic: false });
    expect(names().slice(0, 3)).toEqual(['64', '63', '62']);
  });
  it('changes the colours of its pieces with the rules', () => {
    const at = (rules: string) => viewOf('W:W22:B10', '', { rules });
    const { board, host } = boardOf(at('clasica-8x8'));
    expect(host.querySelectorAll('.pc.r')).toHaveLength(1);
    board.show(at('mesita-english'));
    expect(host.querySelectorAll('.pc.r')).toHaveLength(0);
    expect(host.querySelectorAll('.pc.k')).toHaveLength(1);
  });
  it('has no inline style in its drawings: the page’s policy forbids them', () => {
    const { grid } = boardOf({ ...start, huffable: [21] });
    expect([...grid.querySelectorAll('[style]')]).toEqual([]);
  });
});

describe('what squares show', () => {
  it.each<[string, Partial<View>, number, string[], string[]]>([
    ['may move', {}, 9, ['can'], []],
    ['at rest', {}, 1, [], []],
    ['the last move’s start', { last: [17, 21] }, 17, ['from'], ['last']],
    ['the last move’s end', { last: [17, 21] }, 21, [], ['last']],
    ['huffable', { huffable: [21] }, 21, ['huff'], []],
    ['huffed', { huffed: 18 }, 18, ['from'], ['last']],
    ['sent', { pending: [5, 9], legal: [] }, 9, ['pending'], ['pending']],
  ])('%s', (_, more, square, marks, classes) => {
    const shown = boardOf({ ...start, ...more });
    expect(shown.marks(square)).toEqual(marks);
    expect([...shown.cell(square).classList].slice(2)).toEqual(classes);
  });
  it('men and kings of each colour', () => {
    const { piece } = boardOf(viewOf('W:WK22:B10', '', { rules: 'clasica-8x8' }));
    expect(piece(22)?.getAttribute('class')).toBe('pc w');
    expect(piece(22)?.firstElementChild?.getAttribute('href')).toBe('#king');
    expect(piece(10)?.getAttribute('class')).toBe('pc r');
    const dark = boardOf(viewOf('W:W22:B10', '', { rules: 'mesita-english' }));
    expect(dark.piece(10)?.getAttribute('class')).toBe('pc k');
  });
  it('a crowned man is the same drawing with another symbol', () => {
    const view = viewOf('W:W5:B10', '');
    const { board, piece } = boardOf(view);
    const before = piece(5);
    board.show({ ...view, pieces: new Map([[5, { side: 'white', king: true }]]) });
    expect(piece(5)).toBe(before);
    expect(piece(5)?.firstElementChild?.getAttribute('href')).toBe('#king');
  });
});

/** Cells in which something changed, and how much. */
async function touched(before: View, after: View) {
  const { board, grid } = boardOf(before);
  const records: MutationRecord[] = [];
  const observer = new MutationObserver((some) => records.push(...some));
  observer.observe(grid, { subtree: true, childList: true, attributes: true });
  board.show(after);
  await new Promise((done) => setTimeout(done, 5));
  observer.disconnect();
  const cells = new Set(records.map(({ target }) => (target as Element).closest('.sq')));
  return { cells: cells.size, records: records.length };
}

describe('patching', () => {
  it('an equal view touches nothing', async () => {
    expect(await touched(start, { ...start })).toEqual({ cells: 0, records: 0 });
  });
  it('a quiet move touches four squares, its own and those of the move before', async () => {
    const rival = { ...start, legal: [], last: [22, 18] };
    const pieces = new Map(start.pieces);
    pieces.delete(9);
    pieces.set(14, { side: 'black', king: false });
    const { cells, records } = await touched(rival, { ...rival, pieces, last: [9, 14] });
    expect(cells).toBe(4);
    expect(records).toBeLessThanOrEqual(12);
  });
});
