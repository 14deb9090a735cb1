/** A table as far as it has been asked for: its newest page says how it stands. */
import { m } from '../../i18n/generated/messages.js';
import { say } from '../announce.svelte';
import { rememberMe } from './me';
import { merged, type Placed } from './points';

/** Rows above one's own when the table is asked for there. */
const ABOVE = 5;

interface Page<Row extends Placed> {
  closed?: unknown;
  rows: Row[];
  next?: number;
  you?: Row;
}

export class Pages<Row extends Placed, Found extends Page<Row>> {
  shown = $state.raw<Found>();
  rows = $state.raw<Found['rows']>([]);
  /** So many rows above are left out. */
  from = $state(0);

  constructor(private readonly question: (from: { from?: number }) => Promise<Found | undefined>) {}

  get listed(): boolean {
    return this.rows.some(({ account }) => account === this.shown?.you?.account);
  }

  /** From the first row, or from another on. */
  async load(from = 0): Promise<void> {
    const answer = await this.ask(from);
    if (!answer) return;
    this.rows = answer.rows;
    this.from = from;
  }

  /** What follows. */
  async more(): Promise<void> {
    const next = this.shown?.next;
    const answer = next === undefined ? undefined : await this.ask(next);
    if (!answer) return;
    this.rows = merged(this.rows, answer.rows);
    say(m.tables_rows_loaded({ count: answer.rows.length }));
  }

  toYours(): Promise<void> {
    return this.load(Math.max(0, (this.shown?.you?.place ?? 1) - 1 - ABOVE));
  }

  /** Whoever comes back to a running table finds it as it is, unless they have read on. */
  returned(): void {
    const { shown } = this;
    if (!shown || shown.closed || document.visibilityState !== 'visible') return;
    if (this.from === 0 && this.rows.length === shown.rows.length) void this.load();
  }

  private async ask(from: number): Promise<Found | undefined> {
    const answer = await this.question(from > 0 ? { from } : {});
    if (!answer) return undefined;
    if (answer.you) rememberMe(answer.you.account);
    this.shown = answer;
    return answer;
  }
}
