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

export type Stand = { turn: Turn, 
/**
 * Moves and huffs so far.
 */
turn_no: number, 
/**
 * The position.
 */
fen: string, 
/**
 * Every move, with its full path, and every huff so far.
 */
moves: string, 
/**
 * Every legal move; none when the game is over.
 */
legal: Array<string>, 
/**
 * Other landing squares by which one of these captures may be entered, as whole paths.
 */
ways: Array<string>, 
/**
 * What may be huffed now.
 */
huffable: Array<number>, 
/**
 * Plies without progress.
 */
no_progress: number, 
/**
 * Whether the side to move may claim a draw for these.
 */
can_claim: boolean, 
/**
 * The turns at which the present position stood, this one included.
 */
occurrences: Array<number>, 
/**
 * The moves with which the side to move may claim a draw by repetition.
 */
repeating: Array<string>, 
/**
 * How it ended on the board, or at the length at which every game ends.
 */
over?: Over, };

export type Turn = "white" | "black";

export type Over = { 
/**
 * Nothing for a draw.
 */
winner?: Turn, 
/**
 * As the club names it.
 */
reason: string, };

export type Thought = { "do": "move", action: string, } | { "do": "huff", action: string, } | { "do": "claim_no_progress" } | { "do": "claim_repetition", action: string, };

export type Answered = { accepts: boolean, };

export type Hint = { action: string, };

export type Record = { pdn: string, };
