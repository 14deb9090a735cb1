/** The table of rule sets, as the server plays them. Written from the Rust table by its tests. */
import type { Side } from './wire';
import table from './rulesets.json';

export type Colour = 'white' | 'red' | 'dark';
export type Ending = 'claim' | 'automatic';

export interface RuleSet {
  id: string;
  /** Rows and columns. */
  size: 8 | 10;
  /** Playable squares: the dark ones, or all. */
  squares: 'dark' | 'all';
  /** FEN of the starting position. */
  start: string;
  /** What each side is called on screen. */
  colours: Record<Side, Colour>;
  /** Who moves first. */
  first: Side;
  /** Whether its own books call squares by letter and row. */
  notation: 'numeric' | 'numeric_or_algebraic';
  lines: 'diagonal' | 'orthogonal';
  /** Where men capture. */
  capturing: 'as_it_steps' | 'every_way';
  king: 'short' | 'flying';
  king_must_continue: boolean;
  /** Whether captures are optional and a forgone one may be huffed. */
  huffs: boolean;
  choice: 'any' | 'most_pieces' | 'most_pieces_then_kings';
  crowning: 'ends_move' | 'goes_on_as_king' | 'only_at_end';
  removal: 'after_chain' | 'at_once';
  repetition: Ending | null;
  no_progress: { plies: number; ending: Ending } | null;
  resets: 'man_move' | 'man_advance';
  one_on_one: boolean;
}

/** Every rule set; the first is the club's default. */
export const RULE_SETS = table as readonly RuleSet[];

export function ruleSet(id: string): RuleSet | undefined {
  return RULE_SETS.find((rules) => rules.id === id);
}
