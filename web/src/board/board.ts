/** Puts the parts together: the view, the entry, taps, drags, keys and motion. */
import { drop, landings, same, stillGood, tap, type Outcome } from './entry';
import { squareCount } from './geometry';
import { press } from './keys';
import { createMotion, type MotionPlayer } from './motion';
import { listenToPointer, type Hand, type Pointer } from './pointer';
import { capturedOn } from './position';
import { squareStates } from './states';
import type { CreateBoard, Motion, Path, Square, View } from './types';
import { createCells, needsBuilding, type Cells } from './view';

function lastOf(path: Path): Square {
  return path[path.length - 1] ?? 0;
}

export const createBoard: CreateBoard = (host, first, events, words) => {
  let view = first;
  let entry: Path = [];
  /** One's own whole path: on screen already, until its owner shows something else. */
  let sent: Path | undefined;
  let typed = '';
  let cells: Cells;
  let motion: MotionPlayer;
  let pointer: Pointer;

  const hand: Hand = {
    view: () => view,
    entry: () => entry,
    targets: () =>
      entry.length
        ? landings(view, entry)
        : [...view.huffable, ...view.legal.map(([from]) => from!)],
    useful: (square) => !tap(view, entry, square).useless,
    select(square) {
      const outcome = tap(view, entry, square);
      const selects = outcome.entry !== entry && outcome.entry.length === 1 && !outcome.move;
      if (selects) apply(outcome);
      return selects;
    },
    tap: (square) => apply(tap(view, entry, square)),
    drop: (square) => apply(drop(view, entry, square), true),
    restore: (before) => apply({ entry: before }, true),
    piece: (square) =>
      square === lastOf(entry) && landings(view, entry).size ? cells.cell(square).piece : undefined,
    cell: (square) => cells.cell(square).el,
  };

  function build(): void {
    cells = createCells(host, view, words);
    motion = createMotion(cells.board);
    pointer = listenToPointer(cells.board, hand);
    cells.board.addEventListener('keydown', onKey);
    cells.board.addEventListener('focusin', (event) => {
      const square = cells.squareOf(event.target);
      if (square) cells.rove(square);
    });
    cells.board.addEventListener('focusout', () => (typed = ''));
  }

  function rebuild(): void {
    const square = Math.min(cells.focused(), squareCount(view.layout));
    const focused = cells.board.contains(document.activeElement);
    cells.board.remove();
    build();
    cells.rove(square);
    if (focused) cells.focus(square);
  }

  /** Shows an entry; its new steps are walked, unless the hand has carried the piece there. */
  function enter(next: Path, carried: boolean): void {
    const from = Math.max(entry.length - 1, 0);
    entry = next;
    motion.finish();
    cells.draw(squareStates(view, entry));
    const piece = entry.length > 1 ? cells.cell(lastOf(entry)).piece : undefined;
    if (carried || !piece || from >= entry.length - 1) return;
    const captured = capturedOn(view.layout, view.pieces, entry);
    motion.move({ view, path: entry, from, piece, captured, gone: new Map(), crowned: false });
  }

  function apply(outcome: Outcome, carried = false): void {
    const { move, huff, useless } = outcome;
    if (!same(outcome.entry, entry)) {
      enter(outcome.entry, carried);
      if (!move) events.entering?.(entry);
    }
    if (useless) events.useless(useless);
    if (huff) events.huff(huff);
    if (!move) return;
    sent = move;
    events.move(move);
  }

  function cancel(): void {
    pointer.release();
    // A path that was entered whole is the owner's now.
    if (landings(view, entry).size) apply({ entry: [] });
  }

  function onKey(event: KeyboardEvent): void {
    const act = press(event, { view, entry, focus: cells.focused(), typed });
    typed = '';
    if (!act) return;
    event.preventDefault();
    if (act.do === 'focus') cells.focus(act.square);
    else if (act.do === 'cancel') cancel();
    else if (act.do === 'clocks') events.clocks();
    else if (act.do === 'tap' && !event.repeat) hand.tap(cells.focused());
    // Last, because a square that loses the focus forgets what was typed.
    typed = act.typed ?? '';
  }

  function play(how: Motion, gone: ReadonlyMap<Square, SVGElement>): void {
    if (how.kind === 'huff') {
      for (const el of gone.values()) motion.lift(el);
      return;
    }
    const { piece } = cells.cell(lastOf(how.path));
    if (piece) motion.move({ ...how, view, from: 0, piece, gone });
    else for (const el of gone.values()) el.remove();
  }

  function show(next: View, how?: Motion): void {
    const own = sent && (same(sent, next.pending) || same(sent, next.last)) ? sent : undefined;
    // One's own move was seen when it was entered, or when it was pending.
    const news = how?.kind === 'move' && same(how.path, own ?? view.pending) ? undefined : how;
    if (news || !own) motion.finish();
    const dropped = !sent && entry.length > 0 && !stillGood(next, entry);
    const builds = needsBuilding(view, next);
    const ghosts = own ? capturedOn(view.layout, view.pieces, entry) : [];
    if (sent || dropped) entry = [];
    if (dropped || builds) pointer.release();
    sent = own;
    view = next;
    if (builds) rebuild();
    const leaving = news?.kind === 'huff' ? [news.square] : (news?.captured ?? ghosts);
    const gone = cells.draw(squareStates(view, entry), builds ? [] : leaving);
    if (news) play(news, gone);
    else for (const el of gone.values()) motion.fade(el);
    if (dropped) events.entering?.(entry);
  }

  build();
  cells!.draw(squareStates(view, entry));
  return {
    show,
    cancel,
    focus: (square) => cells.focus(square ?? cells.focused()),
    destroy() {
      pointer.release();
      motion.finish();
      cells.board.remove();
    },
  };
};
