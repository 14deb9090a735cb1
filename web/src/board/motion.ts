/** Shows how a position came about. The page already is as it ends: motion only delays the look. */
import { placeOf, turned } from './geometry';
import type { Path, Square, View } from './types';

interface Running {
  animation: Animation;
  done: () => void;
}

/** How a move is shown: the piece, its path, and the pieces it takes, still in the page. */
export interface Shown {
  view: View;
  path: Path;
  /** Steps before this one were shown already. */
  from: number;
  piece: SVGElement;
  /** In the order of the steps. */
  captured: readonly Square[];
  gone: ReadonlyMap<Square, SVGElement>;
  crowned: boolean;
}

// A piece is this part of its square, and moves by parts of itself.
const PIECE = 0.97;
const OUT = 'cubic-bezier(.2,.7,.2,1)';

/** Reads `140ms` or `.14s` from a token, in ms. */
function duration(style: CSSStyleDeclaration, name: string): number {
  const text = style.getPropertyValue(name);
  return (parseFloat(text) || 0) * (text.trim().endsWith('ms') ? 1 : 1000);
}

function still(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** A distance of some squares, in parts of the piece. */
function part(cells: number): string {
  return `${(cells * 100) / PIECE}%`;
}

export function createMotion(board: HTMLElement) {
  const style = getComputedStyle(board);
  const times = { move: duration(style, '--d-move'), step: duration(style, '--d-step') };
  const running = new Set<Running>();

  function run(el: Element, frames: Keyframe[], timing: KeyframeAnimationOptions, done = () => {}) {
    if (!timing.duration || still() || typeof el.animate !== 'function') return done();
    const one: Running = { animation: el.animate(frames, { fill: 'both', ...timing }), done };
    running.add(one);
    one.animation.onfinish = () => end(one);
  }

  function end(one: Running): void {
    if (!running.delete(one)) return;
    one.animation.cancel();
    one.done();
  }

  function lift(el: SVGElement): void {
    const frames = [{}, { transform: 'translateY(-45%) scale(1.12)', opacity: 0 }];
    run(el, frames, { duration: times.step, easing: 'ease-in' }, () => el.remove());
  }

  /** A ghost goes for good. */
  function fade(el: SVGElement): void {
    run(el, [{ opacity: 0.4 }, { opacity: 0 }], { duration: times.move }, () => el.remove());
  }

  function move({ view, path, from, piece, captured, gone, crowned }: Shown): void {
    const last = path.length - 1;
    const steps = last - from;
    const step = captured.length ? times.step : times.move;
    for (const [i, square] of captured.entries()) {
      const el = gone.get(square);
      const at = (i - from + 0.4) * step;
      if (el) run(el, [{}, { opacity: 0 }], { delay: at, duration: step * 0.6 }, () => el.remove());
    }
    if (steps < 1) return;
    const seen = (square: Square) =>
      turned(view.layout, placeOf(view.layout, square), view.bottom === 'black');
    const home = seen(path[last]!);
    const frames = path.slice(from).map((square) => {
      const { row, col } = seen(square);
      return {
        transform: `translate(${part(col - home.col)},${part(row - home.row)})`,
        easing: OUT,
      };
    });
    const cell = piece.parentElement;
    const use = piece.firstElementChild;
    // Only the class of the moving piece's square changes besides: it must lie above the others.
    cell?.classList.add('moving');
    if (crowned) use?.setAttribute('href', '#man');
    run(piece, frames, { duration: steps * step }, () => {
      cell?.classList.remove('moving');
      if (!crowned) return;
      use?.setAttribute('href', '#king');
      run(piece, [{ transform: 'scale(1.14)' }, {}], { duration: times.move, easing: OUT });
    });
  }

  /** Ends every motion now. */
  function finish(): void {
    // Ending one may start its crowning, which ends too.
    for (const one of running) end(one);
  }

  return { move, lift, fade, finish };
}

export type MotionPlayer = ReturnType<typeof createMotion>;
