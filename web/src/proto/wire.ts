// Written from shared/protocol by its tests: change the Rust types, not this file.

export type Sync = { 
/**
 * The room the page shows, with its current game.
 */
room?: string, 
/**
 * The game the page shows.
 */
game?: string, };

export type RoomCreate = { 
/**
 * Such as `vezz-8x8`.
 */
rule_set: string, 
/**
 * `10+5`, `20+10`, `30+20`, `60+30` (minutes + seconds) or nothing for none.
 */
clock?: string, 
/**
 * Who takes the colour that moves first in the first game.
 */
colour: Colour, };

export type Colour = "mine" | "theirs" | "random";

export type InRoom = { 
/**
 * The room.
 */
room: string, };

export type Move = { 
/**
 * The game.
 */
game: string, 
/**
 * Moves and huffs the client has seen.
 */
turn_no: number, 
/**
 * Every square visited, or the two ends where they decide.
 */
path: Array<number>, };

export type Huff = { 
/**
 * The game.
 */
game: string, 
/**
 * Moves and huffs the client has seen.
 */
turn_no: number, 
/**
 * Where the piece stands now.
 */
square: number, };

export type ClaimDraw = { 
/**
 * The game.
 */
game: string, 
/**
 * Moves and huffs the client has seen.
 */
turn_no: number, 
/**
 * On what ground.
 */
claim: Claim, 
/**
 * For `repetition`: the intended move, which is recorded and not played.
 */
path?: Array<number>, };

export type Claim = "repetition" | "no_progress";

export type Draw = { 
/**
 * The game.
 */
game: string, 
/**
 * Events the client has seen.
 */
seq: number, 
/**
 * What to do.
 */
do: DrawAct, };

export type DrawAct = "offer" | "accept" | "decline";

export type Cancel = { 
/**
 * The game.
 */
game: string, 
/**
 * Events the client has seen.
 */
seq: number, 
/**
 * What to do.
 */
do: CancelAct, };

export type CancelAct = "ask" | "agree" | "refuse";

export type InGame = { 
/**
 * The game.
 */
game: string, };

export type Rematch = { 
/**
 * The game that ended.
 */
game: string, 
/**
 * What to do.
 */
do: RematchAct, };

export type RematchAct = "accept" | "decline";

export type History = { 
/**
 * One game, as a record with PDN.
 */
game?: string, 
/**
 * Only games older than this one: the last id of the page before.
 */
before?: string, };

export type Envelope = { 
/**
 * The server's time, ms since 1970.
 */
now: number, 
/**
 * The command this answers, on the connection that sent it only.
 */
ack?: string, } & ({ "type": "room", 
/**
 * The room.
 */
room: Room, } | { "type": "state", 
/**
 * The game.
 */
game: Game, } | { "type": "home", 
/**
 * Newest first.
 */
running: Array<Entry>, } | { "type": "history", 
/**
 * Newest first.
 */
games: Array<Entry>, 
/**
 * Ask again with this as `before` for the next page.
 */
next?: string, } | { "type": "record", 
/**
 * The game.
 */
game: Game, 
/**
 * PDN 3.0.
 */
pdn: string, 
/**
 * Confirmed time of each move in `moves` (huffs too), ms since 1970.
 */
times: Array<number>, } | { "type": "refused" } & Refused | { "type": "retired", });

export type Message = { "type": "room", 
/**
 * The room.
 */
room: Room, } | { "type": "state", 
/**
 * The game.
 */
game: Game, } | { "type": "home", 
/**
 * Newest first.
 */
running: Array<Entry>, } | { "type": "history", 
/**
 * Newest first.
 */
games: Array<Entry>, 
/**
 * Ask again with this as `before` for the next page.
 */
next?: string, } | { "type": "record", 
/**
 * The game.
 */
game: Game, 
/**
 * PDN 3.0.
 */
pdn: string, 
/**
 * Confirmed time of each move in `moves` (huffs too), ms since 1970.
 */
times: Array<number>, } | { "type": "refused" } & Refused | { "type": "retired", };

export type Refused = { 
/**
 * The action as it was sent, if it could be read.
 */
action?: string, 
/**
 * The command, if it could be read.
 */
id?: string, 
/**
 * One of [`crate::REFUSALS`].
 */
code: string, 
/**
 * What the sentence needs, by name.
 */
params?: Record<string, unknown>, 
/**
 * The present state's version, if there is one.
 */
v?: number, 
/**
 * The present turn, if there is one.
 */
turn_no?: number, 
/**
 * The present event number, if there is one.
 */
seq?: number, 
/**
 * The game as it stands now, if the caller plays in it.
 */
game?: Game, 
/**
 * The room as it stands now, if the caller sits in it.
 */
room?: Room, };

export type Side = "white" | "black";

export type BySide<T> = { 
/**
 * The bottom's.
 */
white: T, 
/**
 * The top's.
 */
black: T, };

export type RoomStatus = "invite" | "playing" | "ended" | "lapsed" | "cancelled";

export type BySeat<T> = { 
/**
 * The receiver's seat.
 */
you: T, 
/**
 * The other one.
 */
rival: T, };

export type Room = { 
/**
 * Its id; the link is built from it.
 */
id: string, 
/**
 * Version: older ones are dropped.
 */
v: number, 
/**
 * Where it stands.
 */
status: RoomStatus, 
/**
 * `host`, `guest`, or nothing for a visitor.
 */
you?: Seat, 
/**
 * Rule set of every game in it.
 */
rule_set: string, 
/**
 * Such as `20+10`; nothing for none.
 */
clock?: string, 
/**
 * What the host chose.
 */
colour: Colour, 
/**
 * When it was made.
 */
created: number, 
/**
 * When it lapses, while it is an invitation.
 */
lapses?: number, 
/**
 * Who sits.
 */
seated: BySeat<boolean>, 
/**
 * Who has a page of it open.
 */
present: BySeat<boolean>, 
/**
 * Who accepted the conditions.
 */
accepted: BySeat<boolean>, 
/**
 * The current game.
 */
game?: string, 
/**
 * Its number in the room, from 1; 0 before the first.
 */
number: number, 
/**
 * The running score by person, the current game included once it ended.
 */
score: Score, 
/**
 * Who accepted a rematch of the current game.
 */
rematch: BySeat<boolean>, 
/**
 * Somebody declined it.
 */
rematch_declined: boolean, };

export type Seat = "host" | "guest";

export type Score = { 
/**
 * Games won.
 */
wins: BySeat<number>, 
/**
 * Games drawn.
 */
draws: number, };

export type Game = { 
/**
 * Its id.
 */
id: string, 
/**
 * Its room.
 */
room: string, 
/**
 * Its number in the room, from 1.
 */
number: number, 
/**
 * Version: older ones are dropped.
 */
v: number, 
/**
 * Rule set.
 */
rule_set: string, 
/**
 * The side the receiver plays.
 */
you?: Side, 
/**
 * What each side is called: `white`, `red`, `dark`.
 */
colours: BySide<string>, 
/**
 * Who has a page of it open.
 */
present: BySide<boolean>, 
/**
 * The side to move.
 */
turn: Side, 
/**
 * Moves and huffs so far: what moves, huffs and claims name.
 */
turn_no: number, 
/**
 * Events so far: what offers, answers and cancel requests name.
 */
seq: number, 
/**
 * The position.
 */
fen: string, 
/**
 * Every move (`9-14`, `11x18x27`, always the full path) and huff (`!17`) so far, by spaces.
 */
moves: string, 
/**
 * For the side to move: every legal move.
 */
legal?: Array<string>, 
/**
 * For the side to move: other landing squares by which one of these captures may be entered,
 * as whole paths. In the rarest positions not all of them.
 */
ways?: Array<string>, 
/**
 * For the side to move: what may be huffed now.
 */
huffable?: Array<number>, 
/**
 * Both clocks, if there are any.
 */
clock?: Clock, 
/**
 * Whose draw offer is open.
 */
offer?: Side, 
/**
 * Whether the receiver could offer a draw now.
 */
can_offer: boolean, 
/**
 * Whether the receiver could ask to cancel now.
 */
can_cancel: boolean, 
/**
 * Whose request to cancel is open.
 */
cancel?: Side, 
/**
 * What a claim needs to know.
 */
draws: Draws, 
/**
 * When it started.
 */
started: number, 
/**
 * How it ended.
 */
ended?: Ended, };

export type Clock = { 
/**
 * Such as `20+10`.
 */
control: string, 
/**
 * Remaining ms.
 */
white: number, 
/**
 * Remaining ms.
 */
black: number, 
/**
 * When the present turn began.
 */
since: number, 
/**
 * Whose clock runs; nothing after the end.
 */
running?: Side, };

export type Draws = { 
/**
 * Plies without progress.
 */
no_progress: number, 
/**
 * Whether the side to move may claim them now.
 */
can_claim: boolean, 
/**
 * The turns at which the present position stood, this one included.
 */
occurrences: Array<number>, };

export type Ended = { 
/**
 * When the server confirmed it.
 */
at: number, 
/**
 * Nothing for a draw or a cancelled game.
 */
winner?: Side, 
/**
 * On the board: `no_pieces`, `blocked`, `repetition`, `no_progress`,
 * `one_on_one_equal`, `one_on_one_king_beats_man`. Otherwise: `resignation`,
 * `time`, `agreement`, `claim_repetition`, `claim_no_progress`, `cancelled`, `ply_limit`.
 */
reason: string, 
/**
 * For `time`: when the clock stood at zero.
 */
fell?: number, 
/**
 * For `claim_repetition`: the intended move.
 */
intended?: string, };

export type Entry = { 
/**
 * The game.
 */
game: string, 
/**
 * Its room.
 */
room: string, 
/**
 * `friend`.
 */
mode: string, 
/**
 * Rule set.
 */
rule_set: string, 
/**
 * The side the caller played.
 */
you: Side, 
/**
 * What that side is called.
 */
colour: string, 
/**
 * The position.
 */
fen: string, 
/**
 * The last move.
 */
last?: string, 
/**
 * Whether the rival has a page of it open, while it runs.
 */
rival_present: boolean, 
/**
 * Both clocks, if there are any.
 */
clock?: Clock, 
/**
 * When it started.
 */
started: number, 
/**
 * Moves made by both.
 */
plies: number, 
/**
 * Whether it is the caller's turn, while it runs.
 */
your_turn: boolean, 
/**
 * How it ended, if it has.
 */
ended?: Ended, };
