/** The board's words, in the language of the page. */
import { m } from '../i18n/generated/messages.js';
import type { Colour, Path, Piece, Square, SquareState, Useless, Words } from './types';

// Written out, so that only these messages come with the board.
const MEN = { white: m.board_man_white, red: m.board_man_red, dark: m.board_man_dark };
const KINGS = { white: m.board_king_white, red: m.board_king_red, dark: m.board_king_dark };
const SIDES = { white: m.board_side_white, red: m.board_side_red, dark: m.board_side_dark };
const HUFFED_MEN = {
  white: m.board_huffed_man_white,
  red: m.board_huffed_man_red,
  dark: m.board_huffed_man_dark,
};
const HUFFED_KINGS = {
  white: m.board_huffed_king_white,
  red: m.board_huffed_king_red,
  dark: m.board_huffed_king_dark,
};
const USELESS: Record<Useless['why'], () => string> = {
  empty: m.board_why_empty,
  rival_piece: m.board_why_rival_piece,
  no_move: m.board_why_no_move,
  not_there: m.board_why_not_there,
  must_capture: m.board_why_must_capture,
  not_your_turn: m.board_why_not_your_turn,
  locked: m.board_why_locked,
  backward: m.board_why_backward,
  backward_capture: m.board_why_backward_capture,
  ambiguous: m.board_why_ambiguous,
  unused: m.board_why_unused,
};

function stateNames(state: SquareState): string[] {
  const names: (string | false)[] = [
    state.captured && m.board_captured(),
    state.huffable && m.board_huffable(),
    state.selected && m.board_selected(),
    !state.selected && state.movable === 'capture' && m.board_can_capture(),
    !state.selected && state.movable === 'move' && m.board_can_move(),
    state.destination === 'capture' && m.board_destination_capture(),
    state.destination === 'move' && m.board_destination(),
    state.pending && m.board_pending(),
    state.last && m.board_last(),
  ];
  return names.filter((name) => name !== false);
}

export function boardWords(): Words {
  return {
    board: m.board_name(),
    square(state, colours) {
      const { name, piece } = state;
      const who = piece ? (piece.king ? KINGS : MEN)[colours[piece.side]]() : m.board_empty();
      return [m.board_square({ square: name }), who, ...stateNames(state)].join(', ');
    },
  };
}

/** In a few words, why a tap did nothing. */
export function uselessText(reason: Useless): string {
  return USELESS[reason.why]();
}

function taken(count: number): string {
  const few = [m.board_taken_one, m.board_taken_two, m.board_taken_three, m.board_taken_four];
  return few[count - 1]?.() ?? m.board_taken_many({ count });
}

function list(names: string[]): string {
  const last = names[names.length - 1]!;
  return names.length > 1 ? m.board_and({ first: names.slice(0, -1).join(', '), last }) : last;
}

/** A confirmed move, spoken once and whole: `Rojas: 11 captura por 18 hasta 27, dos fichas, corona`. */
export function moveText(
  path: Path,
  captured: readonly Square[],
  crowned: boolean,
  colour: Colour,
  nameOf: (square: Square) => string = String,
): string {
  const names = path.map(nameOf);
  const ends = { side: SIDES[colour](), from: names[0]!, to: names[names.length - 1]! };
  const way = names.slice(1, -1);
  const parts = captured.length
    ? [
        way.length ? m.board_captured_by({ ...ends, by: list(way) }) : m.board_captured_to(ends),
        taken(captured.length),
      ]
    : [m.board_moved(ends)];
  if (crowned) parts.push(m.board_crowned());
  return parts.join(', ');
}

/** A huff, spoken: which piece was removed, and from where. */
export function huffText(square: Square, piece: Pick<Piece, 'king'>, colour: Colour): string {
  return (piece.king ? HUFFED_KINGS : HUFFED_MEN)[colour]({ square });
}
