// Written from shared/browser by its tests: change the Rust types, not this file.

export type Count = { 
/**
 * As text: the client's numbers end at 2⁵³.
 */
nodes: string, };

export type Opened = { entries: Array<Entry>, 
/**
 * The rule sets by which the games may have been played, where the text does not say which.
 * All there are if none allows what was played.
 */
rule_sets: Array<string>, 
/**
 * The one of these that was taken.
 */
taken?: string, };

export type Entry = { 
/**
 * The line where it begins, counted from 1.
 */
line: number, game?: Game, problem?: Problem, };

export type Game = { rule_set: string, 
/**
 * As they stand in the text, but for those that say what the other fields do.
 */
tags: Array<Tag>, 
/**
 * Where it starts, as FEN.
 */
start: string, 
/**
 * Moves and huffs as the club sends them: `9-14 !17 11x18x27`.
 */
moves: string, clocks: Array<Clocks>, 
/**
 * What is said for people.
 */
notes: Array<string>, ended: Ended, 
/**
 * The game alone, as PDN.
 */
pdn: string, };

export type Tag = { name: string, value: string, };

export type Clocks = { white?: number, black?: number, };

export type Ended = "white" | "black" | "drawn" | "both_lost" | "open";

export type Problem = { 
/**
 * Counted from 1.
 */
line: number, 
/**
 * The character in that line, counted from 1.
 */
column: number, 
/**
 * A stable name of the reason.
 */
code: string, 
/**
 * What the reason names.
 */
params: { [key in string]: string }, };
