/** One example as it is played: the learner moves, the page answers. */
import { m } from '../../i18n/generated/messages.js';
import { placeOf } from '../../board/geometry';
import { applyHuff, applyMove, parseFen, parseMoves } from '../../board/position';
import type { Motion, Path, Pieces, Square, Useless } from '../../board/types';
import { huffText, moveText, uselessText } from '../../board/words';
import type { RuleSet } from '../../proto/rulesets';
import type { Refused } from '../../proto/wire';
import { say } from '../announce.svelte';
import { sentence } from '../refusals';
import { CLAIM, type Example, type NameOf } from './examples';

/** How long a move stays before the next thing happens, ms. */
const BEAT = 1100;

/** A counter this near to its limit is what the example is about. */
const NEAR = 2;

export interface Shown {
  pieces: Pieces;
  last?: Path;
  huffed?: Square;
  motion?: Motion;
}

export class LessonPlay {
  rules = $state.raw() as RuleSet;
  example = $state.raw() as Example;
  shown = $state.raw<Shown>({ pieces: new Map() });
  /** `back`: a legal move that is not the one asked for stands for a moment. */
  phase = $state<'ask' | 'back' | 'busy' | 'done'>('busy');
  note = $state('');
  counter = $state(0);
  private at = $state(0);
  /** The next move on the board is the one a draw is claimed with. */
  private claiming = $state(false);

  readonly step = $derived(this.example.steps[this.at]!);
  readonly asking = $derived(this.phase === 'ask');
  private readonly limit = $derived(this.rules.no_progress?.plies ?? Infinity);
  readonly counted = $derived(this.limit - this.step.withoutProgress <= NEAR);
  /** Whether a draw may be claimed by a button. */
  readonly claims = $derived(
    this.step.wanted[0]!.startsWith(CLAIM) ||
      (this.counted && this.rules.no_progress?.ending === 'claim'),
  );

  /** What squares are called when they are spoken of. */
  nameOf: NameOf = String;

  private timer: ReturnType<typeof setTimeout> | undefined;
  private entered: Path = [];
  /** What the rival did since it was last spoken of. */
  private unheard: string[] = [];

  constructor(rules: RuleSet, example: Example) {
    this.rules = rules;
    this.example = example;
  }

  get counterText(): string {
    return m.lesson_counter_value({ count: this.counter, limit: this.limit });
  }

  /** The first step again, with the move that leads in. */
  begin(rules: RuleSet, example: Example): void {
    this.stop();
    Object.assign(this, { rules, example, at: 0, note: '', claiming: false, unheard: [] });
    const { lead, steps } = example;
    if (!lead) {
      this.shown = { pieces: parseFen(steps[0]!.fen).pieces };
      this.ask();
      return;
    }
    this.phase = 'busy';
    this.shown = { pieces: parseFen(lead.fen).pieces };
    this.later(BEAT, () => {
      this.answer(lead.move);
      this.ask();
    });
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  moved(path: Path): void {
    const move = [...this.step.legal].find(([, legal]) => legal.join() === path.join())?.[0];
    if (!this.asking || !move) return;
    const { wanted } = this.step;
    if (this.claiming) this.claimWith(path, `${CLAIM} ${move}`);
    else if (wanted.includes(move)) this.done(move);
    else this.takeBack(move);
  }

  huffed(square: Square): void {
    if (this.asking && this.step.wanted.includes(`!${square}`)) this.done(`!${square}`);
  }

  claim(): void {
    if (!this.asking) return;
    const [wanted] = this.step.wanted;
    if (wanted === CLAIM) this.done(CLAIM);
    else if (wanted!.startsWith(CLAIM)) {
      this.claiming = true;
      this.tell(m.lesson_claim_move());
    } else {
      const missing = this.limit - this.counter;
      void this.refuse({ code: 'plies_missing', params: { missing } });
    }
  }

  entering(path: Path): void {
    this.entered = path;
  }

  useless(reason: Useless): void {
    // What was just said stands: a finger that goes on past the last landing changes nothing.
    if (!this.asking) return;
    const refused = this.claiming ? undefined : this.refusal(reason.square);
    if (refused) void this.refuse(refused);
    else this.tell(uselessText(reason));
  }

  /** Why it is not gone to, or why this piece may not be touched at all, where the example knows. */
  private refusal(square: Square): Refused | undefined {
    const { wrong } = this.step;
    const tried = wrong.get([...this.entered, square].join());
    if (tried || this.shown.pieces.get(square)?.side !== 'white') return tried;
    return [...wrong].find(([path]) => path.startsWith(`${square},`))?.[1];
  }

  private later(after: number, what: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(what, after);
  }

  private tell(text: string): void {
    this.note = text;
    say(text);
  }

  private ask(): void {
    this.counter = this.step.withoutProgress;
    this.phase = 'ask';
    say([this.note, ...this.unheard.splice(0), this.step.ask].filter(Boolean).join(' '));
  }

  /** Shows a move or a huff, `!10`, in motion, and returns how it is spoken. */
  private play(action: string): string {
    const [ply] = parseMoves(action);
    const { pieces } = this.shown;
    if (ply?.kind === 'huff') {
      const { square } = ply;
      const { king, side } = pieces.get(square)!;
      const motion: Motion = { kind: 'huff', square };
      this.shown = { pieces: applyHuff(pieces, square), huffed: square, motion };
      return huffText(square, { king }, this.rules.colours[side]);
    }
    const { path } = ply!;
    const mover = pieces.get(path[0]!)!;
    const played = applyMove(this.rules, pieces, path);
    const { captured, crowned } = played;
    const motion: Motion = { kind: 'move', path, captured, crowned };
    this.shown = { pieces: played.pieces, last: path, motion };
    const rows = [path[0]!, path.at(-1)!].map((square) => placeOf(this.rules, square).row);
    const advances = !mover.king && (this.rules.resets === 'man_move' || rows[0] !== rows[1]);
    this.counter = captured.length || advances ? 0 : this.counter + 1;
    return moveText(path, captured, crowned, this.rules.colours[mover.side], this.nameOf);
  }

  /** What the rival does: to be spoken with whatever is said next. */
  private answer(action: string): void {
    this.unheard.push(`${this.play(action)}.`);
  }

  /** What was wanted was done: praises it and lets the rival answer. */
  private done(action: string): void {
    const { replies, praise } = this.step;
    this.phase = 'busy';
    if (!action.startsWith(CLAIM)) this.play(action);
    this.tell(praise);
    this.goOn(replies);
  }

  /** Plays the rival's answers one by one, then asks for the next step or ends. */
  private goOn(replies: readonly string[]): void {
    const [reply, ...rest] = replies;
    if (reply) {
      this.later(BEAT, () => {
        this.answer(reply);
        this.goOn(rest);
      });
    } else if (this.at + 1 < this.example.steps.length) {
      this.at += 1;
      this.ask();
    } else {
      this.phase = 'done';
      if (this.unheard.length) say(this.unheard.splice(0).join(' '));
    }
  }

  /** A legal move that is not the one asked for: it stands a moment and goes back. */
  private takeBack(move: string): void {
    const before = this.still();
    this.phase = 'back';
    this.play(move);
    this.tell(this.step.huffable.length > 0 ? m.lesson_huff_first() : m.lesson_other());
    this.later(BEAT * 1.5, () => {
      this.shown = before;
      this.counter = this.step.withoutProgress;
      this.phase = 'ask';
    });
  }

  private claimWith(path: Path, claim: string): void {
    // The move is not made: the board drops what was entered.
    this.shown = this.still();
    if (this.step.wanted.includes(claim)) {
      this.claiming = false;
      this.done(claim);
    } else void this.refuse(this.step.wrong.get(path.join())!);
  }

  private still(): Shown {
    const { motion: _, ...still } = this.shown;
    return still;
  }

  private async refuse(refused: Refused): Promise<void> {
    const { step } = this;
    const text = await sentence(refused);
    if (step === this.step && this.asking) this.tell(text);
  }
}
