// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Motion, Path, Pieces, Square, View } from '../../src/board/types';
import { viewOf } from './helpers';
import { boardOf } from './page';

const chain = viewOf('B:W15,23,30:B11,9', '11x18x27 9-13 9-14');
const far = viewOf('W:W21,22:B1,2', '21-17 22-17 22-18');

/** The view after a move, as its owner would make it. */
function after(view: View, path: Path, gone: Square[], more: Partial<View> = {}): View {
  const pieces = new Map(view.pieces);
  const mover = pieces.get(path[0]!)!;
  for (const square of [path[0]!, ...gone]) pieces.delete(square);
  pieces.set(path[path.length - 1]!, mover);
  return { ...view, pieces: pieces as Pieces, legal: [], ...more };
}

afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

describe('taps', () => {
  it('a touch selects at once, before the finger is lifted', () => {
    const { send, middle, has } = boardOf(far);
    send('pointerdown', middle(22));
    expect(has(22, 'selected')).toBe(true);
  });
  it('a touch on a landing answers at once, and moves when lifted', () => {
    const { send, middle, has, tap, events } = boardOf(far);
    tap(22);
    send('pointerdown', middle(18));
    expect(has(18, 'touch')).toBe(true);
    expect(events.move).not.toHaveBeenCalled();
    send('pointerup', middle(18));
    expect(events.move.mock.calls).toEqual([[[22, 18]]]);
    expect(has(18, 'touch')).toBe(false);
  });
  it('RULE-09: a chain is entered landing by landing, and sent once as a whole path', () => {
    const { tap, events, piece, has, marks } = boardOf(chain);
    tap(11);
    tap(18);
    expect(events.move).not.toHaveBeenCalled();
    expect(events.entering.mock.calls).toEqual([[[11]], [[11, 18]]]);
    expect([piece(11), has(18, 'selected'), has(15, 'ghost')]).toEqual([null, true, true]);
    expect([marks(15), marks(27)]).toEqual([['ghost'], ['take']]);
    tap(27);
    expect(events.move.mock.calls).toEqual([[[11, 18, 27]]]);
    expect(piece(27)).not.toBeNull();
    tap(9);
    expect(events.move).toHaveBeenCalledTimes(1);
  });
  it('RULE-07: a useless tap tells why, once', () => {
    const { tap, events, tapAt } = boardOf(far);
    tap(1);
    tapAt([30, 30]);
    expect(events.useless.mock.calls).toEqual([
      [{ why: 'rival_piece', square: 1 }],
      [{ why: 'unused', square: 0 }],
    ]);
  });
  it('NOTI-01: a locked board stays still', () => {
    const { tap, events, has } = boardOf({ ...far, locked: true });
    tap(22);
    expect(has(22, 'selected')).toBe(false);
    expect(events.useless.mock.calls).toEqual([[{ why: 'locked', square: 22 }]]);
  });
  it('a huffable piece is asked for', () => {
    const { tap, events } = boardOf({ ...far, huffable: [2] });
    tap(2);
    expect(events.huff.mock.calls).toEqual([[2]]);
    expect(events.entering).not.toHaveBeenCalled();
  });
  it('a screen reader’s click is a tap; the click of a tap is not a second one', () => {
    const { grid, middle, has, tap } = boardOf(far);
    const [clientX, clientY] = middle(22);
    grid.dispatchEvent(new MouseEvent('click', { clientX, clientY, detail: 0 }));
    expect(has(22, 'selected')).toBe(true);
    tap(21);
    grid.dispatchEvent(new MouseEvent('click', { clientX, clientY, detail: 1 }));
    expect(has(21, 'selected')).toBe(true);
  });
});

describe('small squares', () => {
  it.each<[string, number, [number, number], boolean]>([
    ['a tap beside a piece takes it on small squares', 36, [0.55, -0.2], true],
    ['not from too far', 36, [0.8, -0.3], false],
    ['nor on large squares', 44, [0.55, -0.2], false],
  ])('%s', (_, side, [right, below], selected) => {
    const { middle, tapAt, has } = boardOf(far, side);
    const [x, y] = middle(22);
    tapAt([x + right * side, y + below * side]);
    expect(has(22, 'selected')).toBe(selected);
  });
  it('with a piece in hand a tap is drawn to a landing', () => {
    const { middle, tap, tapAt, events } = boardOf(far, 36);
    tap(22);
    const [x, y] = middle(18);
    tapAt([x + 20, y - 10]);
    expect(events.move.mock.calls).toEqual([[[22, 18]]]);
  });
});

/** A point so many pixels further. */
function by([x, y]: [number, number], right: number, below: number): [number, number] {
  return [x + right, y + below];
}

describe('drags', () => {
  it('begin after three pixels, and write only a transform', async () => {
    const { send, middle, piece, has, measured, grid } = boardOf(far);
    send('pointerdown', middle(22));
    const calls = measured.mock.calls.length;
    send('pointermove', by(middle(22), 2, 1));
    expect(has(22, 'dragging')).toBe(false);
    send('pointermove', by(middle(22), 3, 1));
    expect(has(22, 'dragging')).toBe(true);
    const records: MutationRecord[] = [];
    const observer = new MutationObserver((some) => records.push(...some));
    observer.observe(grid, { subtree: true, childList: true, attributes: true });
    for (let i = 4; i < 40; i++) send('pointermove', by(middle(22), i, -i));
    await new Promise((done) => setTimeout(done, 5));
    observer.disconnect();
    expect(
      records.every(
        ({ target, attributeName }) => target === piece(22) && attributeName === 'style',
      ),
    ).toBe(true);
    expect(records.length).toBeGreaterThan(0);
    expect(piece(22)?.style.transform).toBe('translate(39px,-39px) scale(1.1)');
    expect(measured.mock.calls.length).toBe(calls);
  });
  it('drop on a landing', () => {
    const { send, middle, events, piece } = boardOf(far);
    send('pointerdown', middle(22));
    send('pointermove', middle(18));
    send('pointerup', middle(18));
    expect(events.move.mock.calls).toEqual([[[22, 18]]]);
    expect(piece(18)?.style.transform).toBe('');
  });
  it('go back from anywhere else, with the reason; the piece stays in hand', () => {
    const { send, middle, events, piece, has } = boardOf(far);
    send('pointerdown', middle(22));
    send('pointermove', middle(9));
    send('pointerup', middle(9));
    expect(events.move).not.toHaveBeenCalled();
    expect(events.useless.mock.calls).toEqual([[{ why: 'not_there', square: 9 }]]);
    expect(piece(22)?.style.transform).toBe('');
    expect([has(22, 'selected'), has(22, 'dragging')]).toEqual([true, false]);
  });
  it('go back silently from outside the board', () => {
    const { send, middle, events, has } = boardOf(far);
    send('pointerdown', middle(22));
    send('pointermove', [900, 20]);
    send('pointerup', [900, 20]);
    expect(events.useless).not.toHaveBeenCalled();
    expect(has(22, 'selected')).toBe(true);
  });
  it('carry a chain landing by landing', () => {
    const { send, middle, events } = boardOf(chain);
    for (const [from, to] of [
      [11, 18],
      [18, 27],
    ] as const) {
      send('pointerdown', middle(from));
      send('pointermove', middle(to));
      send('pointerup', middle(to));
    }
    expect(events.move.mock.calls).toEqual([[[11, 18, 27]]]);
  });
  it('after the first one a jittery tap is still a tap', () => {
    const { send, middle, events, has, tap } = boardOf(far);
    send('pointerdown', middle(22));
    send('pointermove', middle(9));
    send('pointerup', middle(9));
    send('pointerdown', middle(22));
    send('pointermove', by(middle(22), 1, 1));
    send('pointerup', by(middle(22), 1, 1));
    expect(has(22, 'selected')).toBe(false);
    tap(22);
    tap(18);
    expect(events.move.mock.calls).toEqual([[[22, 18]]]);
  });
  it.each(['pointerdown', 'pointercancel'])('MOBI-03: %s in the middle cancels cleanly', (type) => {
    const { send, middle, events, piece, has, tap } = boardOf(far);
    send('pointerdown', middle(22));
    send('pointermove', middle(18));
    send(type, middle(5), type === 'pointerdown' ? 2 : 1);
    expect([has(22, 'dragging'), has(22, 'selected')]).toEqual([false, false]);
    expect(piece(22)?.style.transform).toBe('');
    send('pointermove', middle(17));
    send('pointerup', middle(17));
    send('pointerup', middle(5), 2);
    expect([events.move.mock.calls.length, events.useless.mock.calls.length]).toEqual([0, 0]);
    tap(22);
    tap(18);
    expect(events.move.mock.calls).toEqual([[[22, 18]]]);
  });
  it('survive that the square loses the finger to the board, and end when the board loses it', () => {
    const { send, middle, has, cell, grid } = boardOf(far);
    send('pointerdown', middle(22));
    send('pointermove', middle(18));
    const lost = { bubbles: true, pointerId: 1 };
    cell(22).dispatchEvent(new PointerEvent('lostpointercapture', lost));
    expect(has(22, 'dragging')).toBe(true);
    grid.dispatchEvent(new PointerEvent('lostpointercapture', lost));
    expect(has(22, 'dragging')).toBe(false);
  });
  describe('of a mouse', () => {
    const mouse = (buttons: number) => ({ pointerType: 'mouse', buttons });
    it('is caught at once, so that the board hears where it is let go', () => {
      const { send, middle, grid, has, tap } = boardOf(far);
      send('pointerdown', middle(9), 1, mouse(1));
      expect(grid.setPointerCapture).toHaveBeenCalledWith(1);
      expect(has(9, 'touch')).toBe(true);
      send('pointerup', [900, 20], 1, mouse(0));
      expect(has(9, 'touch')).toBe(false);
      tap(22);
      expect(has(22, 'selected')).toBe(true);
    });
    it.each([
      ['that cannot be caught', () => void 0],
      [
        'that is gone already',
        () => {
          throw new DOMException('no pointer', 'NotFoundError');
        },
      ],
    ])('%s still plays', (_, setPointerCapture) => {
      const { send, middle, grid, events } = boardOf(far);
      Object.assign(grid, { setPointerCapture });
      send('pointerdown', middle(22), 1, mouse(1));
      send('pointermove', middle(18), 1, mouse(1));
      send('pointerup', middle(18), 1, mouse(0));
      expect(events.move.mock.calls).toEqual([[[22, 18]]]);
    });
    it('a piece does not follow it with no button pressed', () => {
      const { send, middle, piece, has, events } = boardOf(far);
      send('pointerdown', middle(22), 1, mouse(1));
      send('pointermove', middle(18), 1, mouse(0));
      expect([piece(22)?.style.transform, has(22, 'dragging')]).toEqual(['', false]);
      send('pointerup', middle(18), 1, mouse(0));
      expect(events.move).not.toHaveBeenCalled();
    });
    it('the next press counts although nothing was heard of the release', () => {
      const { send, middle, has, events } = boardOf(far);
      send('pointerdown', middle(9), 1, mouse(1));
      for (const square of [22, 18]) {
        send('pointerdown', middle(square), 1, mouse(1));
        send('pointerup', middle(square), 1, mouse(0));
      }
      expect(has(9, 'touch')).toBe(false);
      expect(events.move.mock.calls).toEqual([[[22, 18]]]);
    });
  });
  it('end when the board gets another place or size', () => {
    const { send, middle, piece, has, events, tap, board } = boardOf(far);
    const remove = vi.spyOn(window, 'removeEventListener');
    send('pointerdown', middle(22));
    send('pointermove', middle(18));
    window.dispatchEvent(new Event('resize'));
    expect([piece(22)?.style.transform, has(22, 'dragging')]).toEqual(['', false]);
    send('pointerup', middle(18));
    expect(events.move).not.toHaveBeenCalled();
    tap(22);
    window.dispatchEvent(new Event('resize'));
    expect(has(22, 'selected')).toBe(true);
    send('pointerdown', middle(22));
    remove.mockClear();
    board.destroy();
    expect(remove).toHaveBeenCalledWith('resize', expect.any(Function));
    remove.mockRestore();
  });
  it('a second finger leaves a chain as it was', () => {
    const { send, middle, tap, has } = boardOf(chain);
    tap(11);
    tap(18);
    send('pointerdown', middle(18));
    send('pointermove', middle(27));
    send('pointerdown', middle(1), 2);
    expect(has(18, 'selected')).toBe(true);
  });
});

describe('keys', () => {
  it('A11Y-04: select, land and cancel', () => {
    const { board, key, events, has } = boardOf(chain);
    board.focus(11);
    key('Enter');
    expect(has(11, 'selected')).toBe(true);
    key('m');
    key(' ');
    expect(events.entering).toHaveBeenLastCalledWith([11, 18]);
    key('Escape');
    expect(events.entering).toHaveBeenLastCalledWith([]);
    expect(has(11, 'selected')).toBe(false);
    for (const name of ['1', '1', 'Enter', 'Enter', '2', '7', 'Enter', 'Enter']) key(name);
    expect(events.move.mock.calls).toEqual([[[11, 18, 27]]]);
  });
  it('name a square by letter and row, though the letter walks on its way', () => {
    const view = viewOf('W:W22,27:B1', '22-17 27-23', { rules: 'mesita-russian', algebraic: true });
    const { board, key, cell, events } = boardOf(view);
    board.focus(17);
    for (const name of ['c', '3', 'Enter']) key(name);
    expect(document.activeElement).toBe(cell(22));
    for (const name of ['Enter', 'b', '4', 'Enter', 'Enter']) key(name);
    expect(events.move.mock.calls).toEqual([[[22, 17]]]);
  });
  it('move the focus, and only one square is reached by Tab', () => {
    const { board, key, cell, grid } = boardOf(far);
    board.focus(22);
    key('ArrowUp');
    expect(document.activeElement).toBe(cell(18));
    expect([...grid.querySelectorAll('[tabindex="0"]')]).toEqual([cell(18)]);
  });
  it('are meant as they are seen on a turned board', () => {
    const { board, key, cell } = boardOf({ ...far, bottom: 'black' });
    board.focus(18);
    key('ArrowUp');
    expect(document.activeElement).toBe(cell(22));
  });
  it('ask for the clocks and for a huff', () => {
    const { board, key, events } = boardOf({ ...far, huffable: [2] });
    board.focus(22);
    key('t');
    key('h');
    key('Enter');
    expect(events.clocks).toHaveBeenCalledTimes(1);
    expect(events.huff.mock.calls).toEqual([[2]]);
  });
  it('are taken only if they are the board’s', () => {
    const { board, key } = boardOf({ ...far, letters: false });
    board.focus(22);
    expect([key('p'), key('Escape'), key('ArrowUp', { ctrlKey: true }), key('ArrowUp')]).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });
  it('a held Enter is one', () => {
    const { board, key, has } = boardOf(far);
    board.focus(22);
    key('Enter');
    key('Enter', { repeat: true });
    expect(has(22, 'selected')).toBe(true);
  });
});

describe('another view', () => {
  it('the focus never moves by itself', () => {
    const { board, cell } = boardOf(far);
    board.focus(22);
    board.show(after(far, [1, 5], [], { last: [1, 5], legal: far.legal }));
    expect(document.activeElement).toBe(cell(22));
  });
  it('the focus survives building the board again', () => {
    const { board } = boardOf(far);
    board.focus(22);
    board.show({ ...far, bottom: 'black' });
    expect(document.activeElement?.getAttribute('aria-label')).toBe('22 white');
  });
  it('an unfinished chain is kept while it is still good', () => {
    const { board, tap, has, events } = boardOf(chain);
    tap(11);
    tap(18);
    events.entering.mockClear();
    board.show({ ...chain, numbers: true });
    expect(has(18, 'selected')).toBe(true);
    expect(events.entering).not.toHaveBeenCalled();
  });
  it('RECO-08: a half-entered chain is dropped, and said so', () => {
    const { board, tap, has, piece, events } = boardOf(chain);
    tap(11);
    tap(18);
    board.show({ ...chain, locked: true });
    expect(has(18, 'selected')).toBe(false);
    expect(piece(11)).not.toBeNull();
    expect(events.entering).toHaveBeenLastCalledWith([]);
  });
  it('a refused move snaps back', () => {
    const { board, tap, piece, marks } = boardOf(chain);
    tap(11);
    tap(27);
    board.show(after(chain, [11, 18, 27], [15, 23], { pending: [11, 18, 27] }));
    expect([piece(15), piece(27)?.getAttribute('class'), marks(27)]).toEqual([
      null,
      'pc r',
      ['pending'],
    ]);
    board.show(chain);
    expect([piece(27), marks(27), marks(11)]).toEqual([null, [], ['can']]);
    tap(11);
    tap(27);
    expect(piece(27)).not.toBeNull();
  });
  it('a piece in the hand is put down when its move is gone', () => {
    const { board, send, middle, piece, events } = boardOf(far);
    send('pointerdown', middle(22));
    send('pointermove', middle(18));
    board.show({ ...far, legal: [] });
    expect(piece(22)?.style.transform).toBe('');
    send('pointerup', middle(18));
    expect(events.move).not.toHaveBeenCalled();
  });
  it('nothing is left when it is destroyed', () => {
    const { board, host } = boardOf(far);
    board.destroy();
    expect(host.childElementCount).toBe(0);
  });
});

describe('motion', () => {
  interface Fake {
    frames: Keyframe[];
    timing: KeyframeAnimationOptions;
    el: Element;
    onfinish?: () => void;
    cancel: () => void;
  }
  let running: Fake[] = [];
  let style: Record<string, string>;
  beforeEach(() => {
    running = [];
    style = { '--d-move': '140ms', '--d-step': '.2s' };
    vi.stubGlobal('getComputedStyle', () => ({
      getPropertyValue: (name: string) => style[name] ?? '',
    }));
    Element.prototype.animate = function (this: Element, frames: unknown, timing: unknown) {
      const fake = { frames, timing, el: this, cancel: vi.fn() } as unknown as Fake;
      running.push(fake);
      return fake as unknown as Animation;
    };
    return () => Reflect.deleteProperty(Element.prototype, 'animate');
  });

  const path = [11, 18, 27];
  const move: Motion = { kind: 'move', path, captured: [15, 23], crowned: false };
  const before = viewOf('B:W15,23,30:B11,9', '', { you: 'white', bottom: 'white' });
  const moved = after(before, path, [15, 23], { last: path });

  it('a chain is walked jump by jump, and its captures fade as they are jumped', () => {
    const { board, piece, cell } = boardOf(before);
    board.show(moved, move);
    const walk = running.find(({ el }) => el === piece(27))!;
    expect(walk.timing.duration).toBe(400);
    const places = walk.frames.map(({ transform }) =>
      [...String(transform).matchAll(/-?\d[\d.]*(?=%)/g)].map(([n]) =>
        Math.round(Number(n) * 0.97),
      ),
    );
    expect(places).toEqual(
      [
        [0, -400],
        [-200, -200],
        [0, 0],
      ].map(([x, y]) => [x === 0 ? expect.closeTo(0) : x, y === 0 ? expect.closeTo(0) : y]),
    );
    const fades = running.filter(({ el }) => el !== piece(27));
    expect(fades.map(({ el }) => el.parentElement)).toEqual([cell(15), cell(23)]);
    expect(fades.map(({ timing }) => Number(timing.delay) + Number(timing.duration))).toEqual([
      200, 400,
    ]);
    for (const one of fades) one.onfinish?.();
    expect([cell(15).querySelector('.pc'), cell(23).querySelector('.pc')]).toEqual([null, null]);
  });
  it('a quiet step takes the time of a step', () => {
    const { board, piece } = boardOf(before);
    const step: Motion = { kind: 'move', path: [9, 14], captured: [], crowned: false };
    board.show(after(before, [9, 14], [], { last: [9, 14] }), step);
    expect(running.map(({ el, timing }) => [el, timing.duration])).toEqual([[piece(14), 140]]);
  });
  it('a new view ends what is moving at once', () => {
    const { board, cell, has } = boardOf(before);
    board.show(moved, move);
    expect(has(27, 'moving')).toBe(true);
    board.show({ ...moved });
    expect(running.every(({ cancel }) => vi.mocked(cancel).mock.calls.length === 1)).toBe(true);
    expect([cell(15).querySelector('.pc'), has(27, 'moving')]).toEqual([null, false]);
  });
  it('a man is crowned when it arrives', () => {
    const view = viewOf('W:W5:B30', '', { you: 'black', bottom: 'black' });
    const { board, piece } = boardOf(view);
    const king = new Map([[1, { side: 'white' as const, king: true }]]);
    board.show(
      { ...view, pieces: king, last: [5, 1] },
      { kind: 'move', path: [5, 1], captured: [], crowned: true },
    );
    const symbol = () => piece(1)?.firstElementChild?.getAttribute('href');
    expect(symbol()).toBe('#man');
    running[0]?.onfinish?.();
    expect(symbol()).toBe('#king');
    expect(running).toHaveLength(2);
  });
  it('a huffed piece lifts off', () => {
    const { board, cell, piece } = boardOf(before);
    const drawing = piece(9);
    const pieces = new Map(before.pieces);
    pieces.delete(9);
    board.show({ ...before, pieces, huffed: 9 }, { kind: 'huff', square: 9 });
    expect(running.map(({ el }) => el)).toEqual([drawing]);
    running[0]?.onfinish?.();
    expect(cell(9).querySelector('.pc')).toBeNull();
  });
  it.each([false, true])(
    'one’s own move is not shown twice; its owner answers late: %s',
    (late) => {
      const { board, tap, events, piece, has, cell } = boardOf({ ...chain, bottom: 'white' });
      const shown = { ...chain, bottom: 'white' as const };
      const pending = after(shown, path, [15, 23], { pending: path });
      if (!late) events.move.mockImplementation(() => board.show(pending, move));
      tap(11);
      tap(18);
      tap(27);
      if (late) board.show(pending, move);
      const walked = running.filter(({ el }) => el === piece(27));
      expect(walked.map(({ frames }) => frames.length)).toEqual([2]);
      expect(vi.mocked(walked[0]!.cancel)).not.toHaveBeenCalled();
      // The ghosts fade, and are gone in the end.
      expect(running.filter(({ frames }) => frames[0]?.['opacity'] === 0.4)).toHaveLength(2);
      for (const one of running.slice()) one.onfinish?.();
      expect([cell(15).querySelector('.pc'), cell(23).querySelector('.pc')]).toEqual([null, null]);
      const count = running.length;
      board.show(after(shown, path, [15, 23], { last: path }), move);
      expect(running).toHaveLength(count);
      expect(has(27, 'pending')).toBe(false);
    },
  );
  it('a pending move of another page is not shown again when it is confirmed', () => {
    const { board } = boardOf(after(chain, path, [15, 23], { pending: path }));
    board.show(after(chain, path, [15, 23], { last: path }), move);
    expect(running).toEqual([]);
  });
  it.each(['preference', 'tokens'])(
    'A11Y-06: nothing moves with reduced motion, told by %s',
    (told) => {
      if (told === 'tokens') style = {};
      else vi.stubGlobal('matchMedia', () => ({ matches: true }));
      const { board, cell, piece, tap } = boardOf(before);
      board.show(moved, move);
      expect(running).toEqual([]);
      expect([cell(15).querySelector('.pc'), piece(27)?.getAttribute('class')]).toEqual([
        null,
        'pc r',
      ]);
      tap(30);
      expect(running).toEqual([]);
    },
  );
});
