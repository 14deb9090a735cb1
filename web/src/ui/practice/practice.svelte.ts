/** One practice game: the player moves, the computer answers, both on this device. */
import { applyMove, parseFen, parseMoves, parsePath } from '../../board/position';
import type { Motion, Path, Pieces, Square } from '../../board/types';
import type { Kept } from '../../device/shelf';
import { Stale } from '../../engine/engine';
import type { Play, Played } from '../../engine/play';
import type { Stand, Thought } from '../../engine/types';
import { ruleSet, type RuleSet } from '../../proto/rulesets';
import type { BySide, Claim, Ended, Refused, Side } from '../../proto/wire';
import { other } from '../colours';
import { repetitions } from '../game/repetitions';
import { motionOf, newsOf, type News, type Seen } from '../room/news';
import { ownLast, plyCount } from './plies';
import { recordOf } from './record';

/** The computer answers no earlier than so long after the player's move, ms. */
export const ANSWER_AFTER = 2000;

/** So long a huff of its stays before its move, ms. */
export const HUFF_STAYS = 1000;

/** Which occurrence of a position is a draw. */
const THIRD = 3;

/** What a practice game needs of the world around it. */
export interface World {
  play: Play;
  keep(kept: Kept): void;
  hear(news: News): void;
  /** Ms since 1970. */
  now(): number;
  /** Ms since something, always forwards. */
  monotonic(): number;
}

/** What is shown of a piece of advice. */
export type Advice = { path: Path } | { huff: Square };

export class Practice {
  kept = $state.raw() as Kept;
  stand = $state.raw<Stand>();
  /** One's own move, before the rules have told what it leads to. */
  pending = $state.raw<Path>();
  motion = $state.raw<Motion>();
  thinking = $state(false);
  /** What the computer is asked besides. */
  asked = $state<'hint' | 'offer'>();
  advice = $state.raw<Advice>();
  /** An offer of a draw was declined after so many plies of the game. */
  private declined = $state<number>();
  /** The engine could not be loaded, or broke down. */
  broken = $state(false);

  readonly rules: RuleSet = $derived(ruleSet(this.kept.rules)!);
  readonly plies = $derived(parseMoves(this.stand?.moves ?? ''));
  readonly game: Seen | undefined = $derived.by(() => {
    const { kept, stand } = this;
    return stand && seen(this.rules, kept, stand, this.mayOffer(stand));
  });
  readonly pieces: Pieces = $derived.by(() => {
    if (!this.stand) return parseFen(this.kept.fen).pieces;
    const { pieces } = parseFen(this.stand.fen);
    return this.pending ? applyMove(this.rules, pieces, this.pending).pieces : pieces;
  });
  readonly yourTurn = $derived(
    !!this.kept.started &&
      !this.kept.ended &&
      !this.pending &&
      !this.thinking &&
      this.stand?.turn === this.kept.you,
  );
  readonly sending = $derived(this.asked === 'offer' || !!this.pending);
  /** Whether there is a move of one's own to take back. */
  readonly canTakeBack = $derived(
    !this.kept.ended && !this.pending && ownLast(this.plies, this.rules.first, this.kept.you) >= 0,
  );

  private readonly world: World;
  /** What was asked of the computer under another number is of no interest any more. */
  private generation = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(kept: Kept, world: World) {
    this.kept = kept;
    this.world = world;
  }

  get computer(): Side {
    return other(this.kept.you);
  }

  /** Shows the game as it is kept, and goes on with it. */
  async open(): Promise<void> {
    this.broken = false;
    await this.goOn(this.kept.moves, this.world.monotonic());
  }

  /** Nobody looks any more: the pending answer is dropped. */
  close(): void {
    this.drop();
  }

  /** The conditions are accepted: from now on there is something to play. */
  accept(): void {
    this.keep({ started: this.world.now() });
    if (this.stand && this.stand.turn !== this.kept.you) void this.think(this.world.monotonic());
  }

  /** Another tab went on with this game. */
  follow(kept: Kept): void {
    if (kept.moves === this.kept.moves && !kept.ended === !this.kept.ended) return;
    this.drop();
    this.kept = kept;
    void this.goOn(kept.moves, this.world.monotonic());
  }

  move(path: Path): void {
    if (!this.yourTurn || this.sending) return;
    this.pending = path;
    this.act(path.join('-'));
  }

  huff(square: Square): void {
    if (this.yourTurn && !this.sending) this.act(`!${square}`);
  }

  /** Back to where the player was to move before; what the computer is thinking about is dropped. */
  takeBack(): void {
    if (!this.canTakeBack) return;
    const { moves } = this.stand!;
    const nth = ownLast(this.plies, this.rules.first, this.kept.you);
    this.drop();
    this.keep({ backs: this.kept.backs + 1 });
    void this.goOn(moves.split(' ').slice(0, nth).join(' '), this.world.monotonic());
  }

  async askHint(): Promise<void> {
    if (!this.yourTurn || this.asked) return;
    await this.ask('hint', async (played) => {
      const { action } = await this.world.play.hint(played);
      return () => {
        this.keep({ hints: this.kept.hints + 1 });
        const [ply] = parseMoves(action);
        this.advice = ply!.kind === 'huff' ? { huff: ply!.square } : { path: ply!.path };
      };
    });
  }

  /** Offers a draw, and says whether the computer takes it; nothing if it was not asked. */
  async offer(): Promise<boolean | undefined> {
    if (!this.game?.can_offer || this.asked) return undefined;
    let accepts: boolean | undefined;
    await this.ask('offer', async (played) => {
      const answered = await this.world.play.offer(played, this.kept, this.computer);
      return () => {
        accepts = answered.accepts;
        if (accepts) this.end({ reason: 'agreement' });
        else this.declined = plyCount(this.plies);
      };
    });
    return accepts;
  }

  /** Claims a draw, by repetition with the move that is intended; says why that does not hold. */
  async claim(claim: Claim, path: Path = []): Promise<Refused | undefined> {
    const { stand, rules } = this;
    if (!stand || !this.yourTurn) return { code: 'not_your_turn' };
    if (claim === 'no_progress') {
      const missing = (rules.no_progress?.plies ?? 0) - stand.no_progress;
      if (!stand.can_claim) return { code: 'plies_missing', params: { missing } };
      this.end({ reason: 'claim_no_progress' });
      return undefined;
    }
    const intended = stand.repeating.find((move) => parsePath(move).join() === path.join());
    if (!intended) {
      const [there] = repetitions(rules, this.plies, [path]);
      const occurrence = there!.before.length + 1;
      return { code: 'not_yet', params: { occurrence, needed: THIRD } };
    }
    this.end({ reason: 'claim_repetition', intended });
    return undefined;
  }

  resign(): void {
    if (!this.kept.ended) this.end({ winner: this.computer, reason: 'resignation' });
  }

  /** It as PDN. */
  record(names: BySide<string>): Promise<string> {
    return recordOf(this.world.play, this.kept, this.rules, names);
  }

  private get played(): Played {
    return { rules: this.kept.rules, moves: this.stand?.moves ?? '' };
  }

  private mayOffer(stand: Stand): boolean {
    const declined = this.declined === plyCount(parseMoves(stand.moves));
    return this.yourTurn && !this.asked && !declined;
  }

  /** Does something of one's own. */
  private act(action: string): void {
    const at = this.world.monotonic();
    this.drop();
    void this.goOn(`${this.stand!.moves} ${action}`.trim(), at);
  }

  /** Whatever was asked until now is of no interest any more. */
  private drop(): void {
    this.generation += 1;
    clearTimeout(this.timer);
    this.world.play.drop();
    this.thinking = false;
    this.asked = undefined;
    this.advice = undefined;
  }

  /** Shows what these moves lead to; if that is the computer's turn, it thinks. */
  private goOn(moves: string, at: number): Promise<void> {
    return this.attempt(async (isStill) => {
      const stand = await this.world.play.stand({ rules: this.kept.rules, moves });
      if (!isStill()) return;
      this.take(stand);
      if (this.kept.started && !this.kept.ended && stand.turn !== this.kept.you) {
        await this.think(at);
      }
    });
  }

  /** The computer's turn. Its answer waits until `ANSWER_AFTER` since then. */
  private async think(since: number, pause = ANSWER_AFTER): Promise<void> {
    this.thinking = true;
    await this.attempt(async (isStill) => {
      const { play } = this.world;
      const { played, kept } = this;
      const thought = await play.think(played, kept);
      // What it leads to is worked out meanwhile, so that it shows at once when it may.
      const acts = thought.do === 'move' || thought.do === 'huff';
      const stand = acts
        ? await play.stand({ ...played, moves: `${played.moves} ${thought.action}`.trim() })
        : undefined;
      await this.until(since + pause, isStill);
      if (!isStill()) return;
      if (stand && thought.do === 'huff') {
        this.take(stand);
        if (this.kept.ended) this.thinking = false;
        else await this.think(this.world.monotonic(), HUFF_STAYS);
      } else {
        this.thinking = false;
        if (stand) this.take(stand);
        else this.end(claimed(thought));
      }
    });
  }

  private async ask(
    what: 'hint' | 'offer',
    question: (played: Played) => Promise<() => void>,
  ): Promise<void> {
    this.asked = what;
    await this.attempt(async (isStill) => {
      const then = await question(this.played);
      if (!isStill()) return;
      this.asked = undefined;
      then();
    });
  }

  /** Does something that another generation makes pointless, and that may find no engine. */
  private async attempt(what: (isStill: () => boolean) => Promise<void>): Promise<void> {
    const { generation } = this;
    const isStill = () => generation === this.generation;
    try {
      await what(isStill);
    } catch (error) {
      if (error instanceof Stale || !isStill()) return;
      this.drop();
      this.pending = undefined;
      this.broken = true;
    }
  }

  /** Resolves at that time, and not before: a timer may be early. */
  private async until(time: number, isStill: () => boolean): Promise<void> {
    for (;;) {
      const left = time - this.world.monotonic();
      if (left <= 0 || !isStill()) return;
      await new Promise<void>((done) => (this.timer = setTimeout(done, Math.ceil(left))));
    }
  }

  private take(stand: Stand): void {
    const before = this.stand && this.game;
    const shown = this.pending;
    this.pending = undefined;
    this.stand = stand;
    const { over } = stand;
    const ended = this.kept.ended ?? (over && this.ending(over));
    this.kept = { ...this.kept, moves: stand.moves, fen: stand.fen, ...(ended ? { ended } : {}) };
    if (this.kept.started) this.world.keep(this.kept);
    const news = newsOf(this.game!, before);
    const last = news.plies.at(-1);
    // One's own move stands on the board already.
    this.motion = before && last && !(shown && last.own) ? motionOf(this.rules, last) : undefined;
    this.world.hear(news);
  }

  private end(how: Omit<Ended, 'at'>): void {
    const before = this.game;
    this.drop();
    this.motion = undefined;
    this.keep({ ended: this.ending(how) });
    if (this.game) this.world.hear({ game: this.game, before, plies: [] });
  }

  private ending(how: Omit<Ended, 'at'>): Ended {
    return { ...how, at: this.world.now() };
  }

  private keep(change: Partial<Kept>): void {
    this.kept = { ...this.kept, ...change };
    this.world.keep(this.kept);
  }
}

/** The draw that the computer claims. */
function claimed(thought: Thought): Omit<Ended, 'at'> {
  return thought.do === 'claim_repetition'
    ? { reason: 'claim_repetition', intended: thought.action }
    : { reason: 'claim_no_progress' };
}

/** A practice game as its board needs it. */
function seen(rules: RuleSet, kept: Kept, stand: Stand, canOffer: boolean): Seen {
  const { turn, turn_no, fen, moves, legal, ways, huffable } = stand;
  const yours = turn === kept.you && !kept.ended ? { legal, ways, huffable } : {};
  const { no_progress, can_claim, occurrences } = stand;
  return {
    id: kept.id,
    rule_set: rules.id,
    you: kept.you,
    colours: rules.colours,
    present: { white: true, black: true },
    turn,
    turn_no,
    fen,
    moves,
    ...yours,
    can_offer: canOffer,
    draws: { no_progress, can_claim, occurrences },
    started: kept.started ?? 0,
    ...(kept.ended ? { ended: kept.ended } : {}),
  };
}
