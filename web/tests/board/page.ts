/** A board in a page without layout: squares of a chosen size, told by hand. */
import { vi } from 'vitest';
import { createBoard } from '../../src/board';
import type { Events, View, Words } from '../../src/board/types';

export const WORDS: Words = {
  board: 'Tablero',
  square: ({ square, piece }) => `${square} ${piece?.side ?? 'empty'}`,
};

export function boardOf(view: View, side = 60) {
  const host = document.createElement('div');
  document.body.append(host);
  const events = {
    move: vi.fn<Events['move']>(),
    huff: vi.fn<Events['huff']>(),
    useless: vi.fn<Events['useless']>(),
    clocks: vi.fn<Events['clocks']>(),
    entering: vi.fn<NonNullable<Events['entering']>>(),
  };
  const board = createBoard(host, view, events, WORDS);
  const grid = host.firstElementChild as HTMLElement;
  const measured = vi.fn(() => new DOMRect(0, 0, side * view.layout.size, side * view.layout.size));
  grid.getBoundingClientRect = measured;
  grid.setPointerCapture = vi.fn();
  grid.hasPointerCapture = () => false;

  const playable = () => [...grid.querySelectorAll<HTMLElement>('.sq.d')];
  /** The cell of a square; `playable` is in the order of the screen. */
  const cell = (square: number) =>
    view.bottom === 'white' ? playable()[square - 1]! : playable().toReversed()[square - 1]!;
  /** The middle of a square on the screen, in pixels. */
  function middle(square: number): [number, number] {
    const all = [...grid.querySelectorAll('.sq')];
    const at = all.indexOf(cell(square));
    const { size } = view.layout;
    return [((at % size) + 0.5) * side, (Math.floor(at / size) + 0.5) * side];
  }
  function send(
    type: string,
    [clientX, clientY]: [number, number],
    pointerId = 1,
    more: PointerEventInit = {},
  ): void {
    const init = { bubbles: true, pointerId, clientX, clientY, button: 0, ...more };
    grid.dispatchEvent(new PointerEvent(type, init));
  }
  function tapAt(point: [number, number]): void {
    send('pointerdown', point);
    send('pointerup', point);
  }
  function key(name: string, more: KeyboardEventInit = {}): boolean {
    const event = new KeyboardEvent('keydown', {
      key: name,
      bubbles: true,
      cancelable: true,
      ...more,
    });
    return !(document.activeElement ?? grid).dispatchEvent(event);
  }
  return {
    board,
    host,
    grid,
    events,
    cell,
    middle,
    send,
    tapAt,
    tap: (square: number) => tapAt(middle(square)),
    key,
    measured,
    marks: (square: number) =>
      [...cell(square).querySelectorAll('.mk')].map((mark) => mark.classList[2]!.slice(3)),
    piece: (square: number) => cell(square).querySelector<SVGElement>('.pc'),
    has: (square: number, name: string) => cell(square).classList.contains(name),
  };
}
