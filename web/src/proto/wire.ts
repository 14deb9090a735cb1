// Written from shared/protocol by its tests: change the Rust types, not this file.

export type Sync = { 
/**
 * The room the page shows, with its current game.
 */
room?: string, 
/**
 * The game the page shows.
 */
game?: string, 
/**
 * Another page that news reaches.
 */
page?: Page, };

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

export type Page = "account" | "queue";

export type AccountLink = { 
/**
 * The ID token.
 */
id_token: string, };

export type AccountName = { 
/**
 * The name that everybody is to see: 3 to 20 letters, digits and single spaces.
 */
name: string, };

export type AccountDelete = Record<symbol, never>;

export type TermsAccept = { 
/**
 * The version that was read.
 */
version: number, };

export type SessionRevoke = { 
/**
 * As the account lists it.
 */
session: string, };

export type QueueJoin = { 
/**
 * Such as `vezz-8x8`.
 */
rule_set: string, };

export type QueueLeave = Record<symbol, never>;

export type QueueConfirm = { 
/**
 * Which pairing.
 */
pairing: string, };

export type Rankings = { "what": "ranking", 
/**
 * Rule set.
 */
rule_set: string, 
/**
 * Which.
 */
table: Table, 
/**
 * A closed period; the running one without it.
 */
period?: string, 
/**
 * One of its revisions; the newest without it.
 */
revision?: number, 
/**
 * Rows before this one are left out.
 */
from?: number, } | { "what": "archive", 
/**
 * Rule set, or `league`.
 */
rule_set: string, 
/**
 * Weeks or months.
 */
table: Table, 
/**
 * Only older periods than this.
 */
before?: string, } | { "what": "profile", 
/**
 * Rule set.
 */
rule_set: string, 
/**
 * The account; the caller's without it.
 */
account?: string, 
/**
 * Only older games than this.
 */
before?: string, };

export type LeagueGet = { 
/**
 * A closed week; the running one without it.
 */
period?: string, 
/**
 * One of its revisions; the newest without it.
 */
revision?: number, 
/**
 * Rows before this one are left out.
 */
from?: number, };

export type EvidenceGet = { 
/**
 * Rule set.
 */
rule_set: string, 
/**
 * Weeks or months.
 */
table: Table, 
/**
 * The period.
 */
period: string, 
/**
 * The revision.
 */
revision: number, 
/**
 * Which page, from 0.
 */
page: number, };

export type LevelStart = { 
/**
 * Such as `vezz-8x8`.
 */
rule_set: string, 
/**
 * The side that the caller picks.
 */
side: Side, };

export type LevelMove = { 
/**
 * The game.
 */
game: string, 
/**
 * What to do.
 */
do: LevelAct, };

export type LevelAct = { "what": "move", 
/**
 * Moves and huffs the client has seen.
 */
turn_no: number, 
/**
 * Every square visited, or the two ends where they decide.
 */
path: Array<number>, } | { "what": "huff", 
/**
 * Moves and huffs the client has seen.
 */
turn_no: number, 
/**
 * Where the piece stands now.
 */
square: number, } | { "what": "claim", 
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
path?: Array<number>, } | { "what": "offer", 
/**
 * Events the client has seen.
 */
seq: number, };

export type LevelLeave = { 
/**
 * The game.
 */
game: string, 
/**
 * Events the client has seen, to cancel before the first own move; without it the game is
 * lost.
 */
cancel?: number, };

export type LevelsGet = { "what": "levels", } | { "what": "credits", 
/**
 * Only lines before this one.
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
running: Array<Entry>, } | { "type": "identity" } & Identity | { "type": "waiting" } & Waiting | { "type": "pairing" } & Pairing | { "type": "not_waiting", 
/**
 * A pairing came to nothing: the caller or the rival did not confirm.
 */
lapsed?: string, 
/**
 * The rated game that runs: one at a time.
 */
playing?: string, } | { "type": "ranking" } & Ranking | { "type": "archive" } & Archive | { "type": "evidence" } & Evidence | { "type": "profile" } & Profile | { "type": "league" } & League | { "type": "levels" } & Levels | { "type": "credits" } & Credits | { "type": "reconnect", } | { "type": "history", 
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
running: Array<Entry>, } | { "type": "identity" } & Identity | { "type": "waiting" } & Waiting | { "type": "pairing" } & Pairing | { "type": "not_waiting", 
/**
 * A pairing came to nothing: the caller or the rival did not confirm.
 */
lapsed?: string, 
/**
 * The rated game that runs: one at a time.
 */
playing?: string, } | { "type": "ranking" } & Ranking | { "type": "archive" } & Archive | { "type": "evidence" } & Evidence | { "type": "profile" } & Profile | { "type": "league" } & League | { "type": "levels" } & Levels | { "type": "credits" } & Credits | { "type": "reconnect", } | { "type": "history", 
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

export type Mode = "friend" | "rated" | "level";

export type Game = { 
/**
 * Its id.
 */
id: string, 
/**
 * What kind of game it is.
 */
mode: Mode, 
/**
 * Its room, if it is a friend game.
 */
room?: string, 
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
 * Whether the receiver could ask to cancel now, or cancel a level.
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
ended?: Ended, 
/**
 * What makes it rated, if it is.
 */
rated?: Rated, 
/**
 * What makes it one against the computer, if it is.
 */
level?: LevelGame, };

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
 * Its room, if it is a friend game.
 */
room?: string, 
/**
 * What kind of game it is.
 */
mode: Mode, 
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
ended?: Ended, 
/**
 * What makes it rated, if it is.
 */
rated?: Rated, 
/**
 * What makes it one against the computer, if it is.
 */
level?: LevelGame, };

export type Identity = { 
/**
 * How often this session has been linked: the nonce of the next link hangs on it.
 */
link: number, 
/**
 * The terms that must be accepted now.
 */
terms: number, 
/**
 * What is missing before the caller may queue, in the order in which to see to it.
 */
missing?: Array<Missing>, 
/**
 * The account.
 */
account?: Account, };

export type Missing = "account" | "verified_email" | "terms";

export type Account = { 
/**
 * Its id.
 */
id: string, 
/**
 * The name that everybody sees.
 */
name: string, 
/**
 * When it was first linked.
 */
created: number, 
/**
 * Whether the provider has verified its e-mail address.
 */
verified: boolean, 
/**
 * The newest terms it accepted.
 */
accepted?: number, 
/**
 * Its browsers, the newest link first; at most 20.
 */
sessions: Array<LinkedSession>, };

export type LinkedSession = { 
/**
 * Its name for revoking it; no secret.
 */
id: string, 
/**
 * When it was linked.
 */
linked: number, 
/**
 * When its link lapses if it does not connect.
 */
lapses: number, 
/**
 * Whether it is the caller's.
 */
here: boolean, };

export type Player = { 
/**
 * The account.
 */
account: string, 
/**
 * Its name; nothing if it was deleted, and nothing in a game's states after the one
 * that its page was opened with.
 */
name?: string, 
/**
 * Whole points.
 */
elo: number, 
/**
 * During the first ten valid games.
 */
provisional: boolean, };

export type Waiting = { 
/**
 * Rule set.
 */
rule_set: string, 
/**
 * Since when; kept when a pairing comes to nothing.
 */
since: number, 
/**
 * The caller.
 */
you: Player, 
/**
 * The gap that is accepted now, in points; nothing when any is.
 */
gap?: number, 
/**
 * When the gap grows next.
 */
grows?: number, 
/**
 * From when on to offer the progressive computer instead: now if nobody is about, else after a minute.
 */
offer_levels: number, 
/**
 * Why the only others about are no rivals today: met five times already.
 */
met_enough: boolean, };

export type Pairing = { 
/**
 * Its id: what confirming names.
 */
id: string, 
/**
 * Rule set.
 */
rule_set: string, 
/**
 * Such as `15+10`.
 */
clock: string, 
/**
 * The side the caller would play.
 */
side: Side, 
/**
 * Both.
 */
players: BySeat<Player>, 
/**
 * Who has confirmed.
 */
confirmed: BySeat<boolean>, 
/**
 * Until when both must.
 */
deadline: number, };

export type Rated = { 
/**
 * Who plays, as they were when it began.
 */
players: BySide<Player>, 
/**
 * What its end did to both.
 */
change?: BySide<Change>, 
/**
 * An invalidation took it back.
 */
void?: Void, };

export type Change = { 
/**
 * Before.
 */
before: number, 
/**
 * What was won or lost.
 */
delta: number, 
/**
 * The player's valid games, this one included.
 */
games: number, };

export type Void = { 
/**
 * When it was decided.
 */
at: number, 
/**
 * Why.
 */
reason: string, };

export type Table = "general" | "week" | "month";

export type Period = { 
/**
 * The local date of its nominal start, such as `2026-11-24`.
 */
id: string, 
/**
 * Its first instant.
 */
start: number, 
/**
 * The first instant after it.
 */
end: number, 
/**
 * It began with rated play itself, not at its nominal start.
 */
partial: boolean, };

export type Ranking = { 
/**
 * Which table.
 */
table: Table, 
/**
 * Rule set.
 */
rule_set: string, 
/**
 * The period, but for the general table.
 */
period?: Period, 
/**
 * The zone of every cut-off, such as `America/Argentina/Buenos_Aires`.
 */
zone: string, 
/**
 * A closed period's revision; nothing while it runs.
 */
closed?: Closed, 
/**
 * As of when the rows are.
 */
as_of: number, 
/**
 * Everybody in the table.
 */
total: number, 
/**
 * Best first.
 */
rows: Array<Row>, 
/**
 * Ask again with this as `from` for the next page.
 */
next?: number, 
/**
 * The caller's own row, wherever it is.
 */
you?: Row, };

export type Row = { 
/**
 * Shared by equals: 1, 2, 2, 4.
 */
place: number, 
/**
 * The account.
 */
account: string, 
/**
 * Its present name; nothing if it was deleted.
 */
name?: string, 
/**
 * Exact, micro-points.
 */
elo: number, 
/**
 * Valid games in the period; in the general table, all of them.
 */
games: number, 
/**
 * During the first ten valid games.
 */
provisional: boolean, };

export type Closed = { 
/**
 * The revision shown, by the number of the last correction that is in it.
 */
revision: number, 
/**
 * SHA-256 of the snapshot, hex.
 */
digest: string, 
/**
 * All of them, the original first.
 */
revisions: Array<Revision>, };

export type Revision = { 
/**
 * The number of the last correction that is in it.
 */
revision: number, 
/**
 * When it was made.
 */
made: number, 
/**
 * What was decided, but for the original.
 */
correction?: Correction, };

export type Correction = { 
/**
 * The game.
 */
game: string, 
/**
 * It counts again, after having been invalidated.
 */
reinstated: boolean, 
/**
 * Why.
 */
reason: string, 
/**
 * When it was decided.
 */
at: number, };

export type Archive = { 
/**
 * Weeks or months.
 */
table: Table, 
/**
 * Rule set, or `league`.
 */
rule_set: string, 
/**
 * The zone of every cut-off.
 */
zone: string, 
/**
 * The periods.
 */
periods: Array<ClosedPeriod>, 
/**
 * Ask again with this as `before` for the next page.
 */
next?: string, };

export type ClosedPeriod = { 
/**
 * Its bounds.
 */
period: Period, 
/**
 * Everybody in its ranking.
 */
total: number, 
/**
 * Its newest revision.
 */
revision: number, 
/**
 * Its revisions after the original, in order.
 */
corrected: Array<Corrected>, 
/**
 * Who came first in it; several if they share the place.
 */
first: Array<First>, };

export type Corrected = { 
/**
 * The correction's number.
 */
revision: number, 
/**
 * What was decided.
 */
correction: Correction, };

export type First = { 
/**
 * The account.
 */
account: string, 
/**
 * Its present name; nothing if it was deleted.
 */
name?: string, 
/**
 * Exact, micro-points; not in the League.
 */
elo?: number, 
/**
 * Valid games that count for the League.
 */
activity?: number, };

export type Profile = { 
/**
 * The account.
 */
account: string, 
/**
 * Its name; nothing if it was deleted.
 */
name?: string, 
/**
 * Rule set.
 */
rule_set: string, 
/**
 * Exact, micro-points.
 */
elo: number, 
/**
 * Valid games.
 */
games: number, 
/**
 * During the first ten valid games.
 */
provisional: boolean, 
/**
 * The course of the rating, newest first.
 */
course: Array<RatedGame>, 
/**
 * Ask again with this as `before` for the next page.
 */
next?: string, };

export type RatedGame = { 
/**
 * The game.
 */
game: string, 
/**
 * When it ended.
 */
ended: number, 
/**
 * Against whom.
 */
rival: string, 
/**
 * Their name; nothing if the account was deleted.
 */
rival_name?: string, 
/**
 * Half points: 0, 1, 2.
 */
score: number, 
/**
 * Exact, micro-points.
 */
after: number, 
/**
 * What it moved.
 */
delta: number, 
/**
 * Whether it counts.
 */
valid: boolean, };

export type League = { 
/**
 * The week.
 */
period: Period, 
/**
 * The zone of every cut-off.
 */
zone: string, 
/**
 * The revision shown of a closed week; nothing while it runs.
 */
closed?: Closed, 
/**
 * As of when the rows are.
 */
as_of: number, 
/**
 * Everybody in the table.
 */
total: number, 
/**
 * Best first.
 */
rows: Array<LeagueRow>, 
/**
 * Ask again with this as `from` for the next page.
 */
next?: number, 
/**
 * The caller's own row.
 */
you?: LeagueRow, };

export type LeagueRow = { 
/**
 * Shared by equals.
 */
place: number, 
/**
 * The account.
 */
account: string, 
/**
 * Its present name; nothing if it was deleted.
 */
name?: string, 
/**
 * Valid rated games, one a pair and day.
 */
activity: number, };

export type Evidence = { 
/**
 * SHA-256 of the whole, hex.
 */
digest: string, 
/**
 * This page's number, from 0.
 */
page: number, 
/**
 * How many there are.
 */
pages: number, 
/**
 * Whole lines of the file; at most 100 KB.
 */
text: string, };

export type Levels = { 
/**
 * The rule sets in which levels are open, each with where the caller stands.
 */
ladders: Array<Ladder>, };

export type Ladder = { 
/**
 * Rule set.
 */
rule_set: string, 
/**
 * The level of the next game, from 1 to 100.
 */
level: number, 
/**
 * The highest level beaten so far.
 */
highest?: number, 
/**
 * Losses in a row: one more after 1 lowers the level.
 */
losses: number, 
/**
 * The game that is being played.
 */
running?: string, };

export type LevelGame = { 
/**
 * The computer's level.
 */
level: number, 
/**
 * The side that it plays.
 */
computer: Side, 
/**
 * What the result did; nothing while it runs, and if it was cancelled.
 */
outcome?: Outcome, };

export type Outcome = { 
/**
 * `rose`, `fell` or `stayed`.
 */
went: string, 
/**
 * The player's level before.
 */
from: number, 
/**
 * The player's level after.
 */
to: number, 
/**
 * What a beaten level earned.
 */
credit?: Credit, };

export type Credit = { 
/**
 * Credits granted; 0 if refused.
 */
granted: number, 
/**
 * Why refused: `not_linked`, `unverified`, `terms`, `suspended`, `too_young`,
 * `too_few_moves`, `too_fast`, `already_granted`, `cap`.
 */
refused?: string, };

export type Credits = { 
/**
 * The running week.
 */
week: string, 
/**
 * When it ends, ms since 1970.
 */
ends: number, 
/**
 * Credits confirmed in it.
 */
granted: number, 
/**
 * What may still be granted in it.
 */
left: number, 
/**
 * The most that a level earns.
 */
level_cap: number, 
/**
 * The most that a week does.
 */
week_cap: number, 
/**
 * Newest first.
 */
lines: Array<LedgerLine>, 
/**
 * Ask again with this as `before` for the next page.
 */
next?: string, };

export type LedgerLine = { 
/**
 * The game.
 */
game: string, 
/**
 * When it ended, ms since 1970.
 */
at: number, 
/**
 * The week whose caps it is under.
 */
week: string, 
/**
 * Rule set.
 */
rule_set: string, 
/**
 * The level that was beaten.
 */
level: number, 
/**
 * What became of it.
 */
credit: Credit, };
