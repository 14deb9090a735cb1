/** A table as this page sees it: a friend room with its current game, or a game without a room. */
import { applyMove, parseFen, parseMoves } from '../../board/position';
import type { Motion, Path, Pieces } from '../../board/types';
import type { Answer } from '../../net/types';
import { ruleSet, type RuleSet } from '../../proto/rulesets';
import type { Envelope, Game, Refused, Room } from '../../proto/wire';
import { club } from '../club.svelte';
import { lacksNames, withNames } from './names';
import { motionOf, newsOf, type News } from './news';

/** So long after a room its game's state is missed, and after a game's its names. */
const OVERDUE = 1500;

export class Table {
  readonly page: { room: string } | { game: string };
  room = $state.raw<Room>();
  game = $state.raw<Game>();
  /** The room or game is not to be seen. */
  closed = $state.raw<Refused>();
  /** A fifth tab was opened: this one hears no more. */
  retired = $state(false);
  /** One's own move on its way. */
  pending = $state.raw<Path>();
  /** Any command of the game on its way. */
  sending = $state(false);
  motion = $state.raw<Motion>();

  readonly rules: RuleSet | undefined = $derived.by(() => {
    const id = this.game?.rule_set ?? this.room?.rule_set;
    return id === undefined ? undefined : ruleSet(id);
  });
  readonly plies = $derived(parseMoves(this.game?.moves ?? ''));
  /** The position, one's own move on its way already played. */
  readonly pieces: Pieces = $derived.by(() => {
    if (!this.game || !this.rules) return new Map();
    const { pieces } = parseFen(this.game.fen);
    return this.pending ? applyMove(this.rules, pieces, this.pending).pieces : pieces;
  });
  readonly yourTurn = $derived(
    !!this.game && !this.game.ended && this.game.turn === this.game.you && !this.pending,
  );

  private left = false;
  /** The names of this game have been asked for once more. */
  private askedFor: string | undefined;
  private readonly hear: (news: News) => void;

  constructor(page: Table['page'], hear: (news: News) => void) {
    this.page = page;
    this.hear = hear;
  }

  /** Shows the page and hears of it until the returned function is called. */
  open(): () => void {
    const stop = [
      club.onMessage((envelope) => this.receive(envelope)),
      club.onPageRefused((refused) => (this.closed = refused)),
    ];
    club.show(this.page);
    return () => {
      this.left = true;
      for (const one of stop) one();
    };
  }

  /** After `retired`: this tab takes part again. */
  resume(): void {
    this.retired = false;
    club.show(this.page);
  }

  private receive(envelope: Envelope): void {
    if (envelope.type === 'room' && 'room' in this.page && envelope.room.id === this.page.room) {
      this.room = envelope.room;
      this.closed = undefined;
      this.expect(envelope.room.game);
    } else if (envelope.type === 'state' && this.isHere(envelope.game)) {
      this.take(envelope.game);
    } else if (envelope.type === 'retired') {
      this.retired = true;
    }
  }

  private isHere({ id, room }: Game): boolean {
    return 'room' in this.page ? room === this.page.room : id === this.page.game;
  }

  /** The room has another game than the one shown: its state is on its way, or was lost. */
  private expect(game: string | undefined): void {
    if (game === undefined || game === this.game?.id) return;
    setTimeout(() => {
      if (!this.left && this.room?.game === game && this.game?.id !== game) club.show(this.page);
    }, OVERDUE);
  }

  /** The state that had them came too late to be news, or is on its way. */
  private expectNames(game: string): void {
    if (this.askedFor === game) return;
    this.askedFor = game;
    setTimeout(() => {
      const now = this.game;
      if (!this.left && now?.id === game && lacksNames(now)) club.show(this.page);
    }, OVERDUE);
  }

  private take(news: Game): void {
    const game = withNames(news, this.game);
    const before = this.game?.id === game.id ? this.game : undefined;
    // The rematch may be heard of in any order with the room; an earlier game is history.
    if (this.game && !before && game.number < this.game.number) return;
    const heard = newsOf(game, before);
    const last = heard.plies.at(-1);
    // One's own move stands on the board already.
    const shown = last?.ply.kind === 'move' && sameMove(last.ply.path, this.pending);
    this.motion = before && last && !shown ? motionOf(ruleSet(game.rule_set), last) : undefined;
    if (game.turn_no !== before?.turn_no || game.ended) this.pending = undefined;
    this.game = game;
    if (lacksNames(game)) this.expectNames(game.id);
    // The end of a game is told without its room: the score is asked for.
    if (game.ended && this.room?.game === game.id && this.room.status === 'playing') {
      club.show(this.page);
    }
    this.hear(heard);
  }

  /** Sends one's move; it stands on the board until it is confirmed or refused. */
  async move(path: Path): Promise<Answer | undefined> {
    const { game } = this;
    if (!game || this.sending) return undefined;
    this.pending = path;
    const answer = await this.command(() =>
      club.send('gameMove', { game: game.id, turn_no: game.turn_no, path: [...path] }),
    );
    this.pending = undefined;
    return answer;
  }

  /** Sends a command of the game: one at a time. */
  async command(send: () => Promise<Answer>): Promise<Answer> {
    this.sending = true;
    try {
      return await send();
    } finally {
      this.sending = false;
    }
  }
}

/** A path that was sent may come back as another one of the same move. */
const sameMove = (a: Path, b: Path | undefined): boolean =>
  a[0] === b?.[0] && a.at(-1) === b?.at(-1) && a.length === b?.length;
