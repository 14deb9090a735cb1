/** What squares are called: as the game's own books do, if that is wanted here. */
import { squareName } from '../board/geometry';
import type { Square } from '../board/types';
import type { RuleSet } from '../proto/rulesets';
import { settings } from './settings.svelte';

export const hasLetters = (rules: RuleSet): boolean => rules.notation !== 'numeric';

/** Whether squares are called by letter and row. */
export const algebraic = (rules: RuleSet): boolean => settings.algebraic && hasLetters(rules);

export function namesOn(rules: RuleSet): (square: Square) => string {
  const letters = algebraic(rules);
  return (square) => squareName(rules, square, letters);
}

/** Moves as they travel, `22-17 9x18`, as they are read: `c3-b4 d6xe3`. */
export function named(rules: RuleSet, moves: string): string {
  const nameOf = namesOn(rules);
  return moves.replace(/\d+/g, (square) => nameOf(Number(square)));
}
