/** The connection to the club, without any framework. */
import type {
  AccountDelete,
  AccountLink,
  AccountName,
  Cancel,
  ClaimDraw,
  Draw,
  Envelope,
  EvidenceGet,
  History,
  Huff,
  InGame,
  InRoom,
  LeagueGet,
  Move,
  Page as Place,
  QueueConfirm,
  QueueJoin,
  QueueLeave,
  Rankings,
  Refused,
  Rematch,
  RoomCreate,
  SessionRevoke,
  TermsAccept,
} from '../proto/wire';
import type { Config } from './config';

/** The fields of each action that is sent and answered. */
export interface Commands {
  roomCreate: RoomCreate;
  roomJoin: InRoom;
  roomAccept: InRoom;
  roomCancel: InRoom;
  gameMove: Move;
  gameHuff: Huff;
  gameClaimDraw: ClaimDraw;
  gameDraw: Draw;
  gameCancel: Cancel;
  gameResign: InGame;
  gameFlag: InGame;
  gameRematch: Rematch;
  historyGet: History;
  accountLink: AccountLink;
  accountName: AccountName;
  accountDelete: AccountDelete;
  termsAccept: TermsAccept;
  sessionRevoke: SessionRevoke;
  queueJoin: QueueJoin;
  queueLeave: QueueLeave;
  queueConfirm: QueueConfirm;
  rankingsGet: Rankings;
  leagueGet: LeagueGet;
  evidenceGet: EvidenceGet;
}

export type Action = keyof Commands;

/**
 * What came of a command. Its messages are told to the listeners besides, before this; `message`
 * is the first of them and may be older than what they have been told: show what they are told.
 */
export type Answer = { ok: true; message: Envelope } | { ok: false; refused: Refused };

export type Status =
  /** The first connection is being made. */
  | 'connecting'
  | 'open'
  /** It was lost and is being made again. */
  | 'reconnecting'
  /** The device says that it is off line. */
  | 'offline'
  /** The club speaks another protocol: reload. */
  | 'outdated'
  /** This browser's session has lapsed. */
  | 'expired';

/** The page that is shown: a room, a game, another that has news of its own, or the front page. */
export type Page = { room: string } | { game: string } | { page: Place } | { home: true };

export interface Club {
  readonly status: Status;
  /** The time zone of the club's days. */
  readonly zone: string | undefined;
  /** Whose people may have accounts here; asked for with the first connection. */
  readonly provider: Config['provider'];
  /** Which rule sets are open to rated play; asked for with the first connection. */
  readonly rated: Config['rated'];
  /** The server's time now, ms since 1970. */
  now(): number;
  /**
   * Names the page; says so to the club now and after each new connection. Nothing: none of them.
   * A tab that was `retired` shows nothing any more until it shows a page again.
   */
  show(page: Page | undefined): void;
  /** Asks for the page that is shown once more. */
  again(): void;
  /**
   * Sends a command until it is answered, however often that takes; of a game, one after the other.
   * Once the club is outdated, expired or closed, there is no answer.
   */
  send<A extends Action>(action: A, fields: Commands[A]): Promise<Answer>;
  /**
   * Called with every message but refusals, whose room and game are told as messages of their own.
   * States older than one already told are left out.
   */
  onMessage(listener: (envelope: Envelope) => void): () => void;
  onStatus(listener: (status: Status) => void): () => void;
  /** The page was refused: the room or game is not to be seen. */
  onPageRefused(listener: (refused: Refused) => void): () => void;
  close(): void;
}
