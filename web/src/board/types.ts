/**
 * What the board shows and what it tells. It knows no rules: whoever owns it hands it the legal
 * moves, and it turns taps, drags and keys into one of them.
 */
import type { RuleSet } from '../proto/rulesets';
import type { Side } from '../proto/wire';

/** From 1, row by row from the top left, playable squares only. */
export type Square = number;

/** Every square a move stands on, the first and the last included. */
export type Path = readonly Square[];

export type Colour = 'white' | 'red' | 'dark';

export interface Layout {
  size: 8 | 10;
  squares: 'dark' | 'all';
}

export interface Piece {
  side: Side;
  king: boolean;
}

export type Pieces = ReadonlyMap<Square, Piece>;

/** Everything the board shows. Its owner replaces it whole. */
export interface View {
  layout: Layout;
  colours: Record<Side, Colour>;
  pieces: Pieces;
  /** The side at the bottom of the screen. */
  bottom: Side;
  /** Whose pieces are moved here; nobody's on a board that is only looked at. */
  you?: Side | undefined;
  /** The moves that may be entered now; none while it is somebody else's turn. */
  legal: readonly Path[];
  /** The rival's pieces that may be removed now. */
  huffable: readonly Square[];
  /** Where men capture: only to say why a capture backwards is refused. */
  capturing?: RuleSet['capturing'] | undefined;
  /** When men are crowned: only to show one as a king already on its way. */
  crowning?: RuleSet['crowning'] | undefined;
  /** The last move, marked. */
  last?: Path | undefined;
  /** Where a huffed piece stood, marked. */
  huffed?: Square | undefined;
  /** One's own move that was sent and is not confirmed; `pieces` shows it played already. */
  pending?: Path | undefined;
  /** Nothing can be entered: the connection is lost, or a command is on its way. */
  locked: boolean;
  /** What the squares are called is written on them. */
  numbers: boolean;
  /** They are called by letter and row: `c3`. */
  algebraic?: boolean | undefined;
  /** Whether single letters are keys. */
  letters: boolean;
}

/** How the new view came about, to be shown in motion. */
export type Motion =
  | { kind: 'move'; path: Path; captured: readonly Square[]; crowned: boolean }
  | { kind: 'huff'; square: Square };

/** Why a tap did nothing. */
export interface Useless {
  why:
    | 'empty'
    | 'rival_piece'
    | 'no_move'
    | 'not_there'
    | 'must_capture'
    | 'not_your_turn'
    | 'locked'
    /** A man was sent back. */
    | 'backward'
    | 'backward_capture'
    /** Several chains pass there. */
    | 'ambiguous'
    /** Nobody plays on that square; its number is 0. */
    | 'unused';
  square: Square;
}

export interface Events {
  /** A whole legal path was entered. */
  move(path: Path): void;
  /** A huffable piece was chosen; the owner asks for confirmation. */
  huff(square: Square): void;
  useless(reason: Useless): void;
  /** T: the owner reads the clocks out. */
  clocks(): void;
  /** The entry of a chain went on or was dropped: the squares so far. */
  entering?(path: Path): void;
}

/** The state of a square, for its name. */
export interface SquareState {
  square: Square;
  /** What it is called. */
  name: string;
  piece: Piece | undefined;
  selected: boolean;
  destination: 'move' | 'capture' | undefined;
  /** It is one's turn and this piece has a move. */
  movable: 'move' | 'capture' | undefined;
  huffable: boolean;
  last: boolean;
  captured: boolean;
  pending: boolean;
}

/** The board's words, in the language of the page. */
export interface Words {
  board: string;
  square(state: SquareState, colours: Record<Side, Colour>): string;
}

export interface Board {
  /** Shows another view, in motion if it is said how it came about. */
  show(view: View, motion?: Motion): void;
  /** Drops an unfinished chain or a selection. */
  cancel(): void;
  /** Puts the focus on a square, or on where it was last. */
  focus(square?: Square): void;
  destroy(): void;
}

export type CreateBoard = (host: HTMLElement, view: View, events: Events, words: Words) => Board;
