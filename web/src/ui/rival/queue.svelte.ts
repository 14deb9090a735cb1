/** The account's search for a rival, as every page of this tab may hear of it. */
import { m } from '../../i18n/generated/messages.js';
import { ruleSet } from '../../proto/rulesets';
import type { Envelope, Pairing, Player, Side, Waiting } from '../../proto/wire';
import { alert, say } from '../announce.svelte';
import { club } from '../club.svelte';
import { other, theSide } from '../colours';
import { sentence } from '../refusals';
import { rememberNames } from '../room/names';
import { go } from '../router.svelte';
import { play } from '../sound.svelte';

/** How the last notice came to nothing. */
export type Note = 'lapsed' | 'declined' | 'back';

export const nameOf = (player: Player): string => player.name ?? m.rival_nobody();

/** An older client may not know the rules of a pairing; the game itself says so. */
const sideOf = (pairing: Pairing): string => {
  const rules = ruleSet(pairing.rule_set);
  return rules ? theSide(rules.colours[pairing.side]) : '';
};

function namesBySide(
  side: Side,
  { you, rival }: Pairing['players'],
): Partial<Record<Side, string>> {
  return {
    ...(you.name !== undefined && { [side]: you.name }),
    ...(rival.name !== undefined && { [other(side)]: rival.name }),
  };
}

export class Queue {
  /** The club has said where the account stands. */
  known = $state(false);
  waiting = $state.raw<Waiting>();
  pairing = $state.raw<Pairing>();
  /** The rated game that runs. */
  playing = $state<string>();
  note = $state<Note>();
  busy = $state(false);
  problem = $state('');

  hear(envelope: Envelope): void {
    switch (envelope.type) {
      case 'waiting':
        return this.wait(envelope);
      case 'pairing':
        return this.pair(envelope);
      case 'not_waiting':
        return this.end(envelope);
      case 'state':
        // Only a pairing begins one, and there is one at a time.
        if (envelope.game.mode === 'rated' && this.pairing) {
          this.begin(envelope.game.id, this.pairing);
        }
    }
  }

  private wait(now: Waiting): void {
    const before = this.waiting;
    if (this.pairing) this.tell('back', `${m.rival_back()}. ${m.rival_back_text()}`);
    else if (before && before.since === now.since && before.gap !== now.gap) {
      say(now.gap ? m.rival_gap_grew({ gap: now.gap }) : m.rival_gap_grew_any());
    }
    this.stand({ waiting: now });
  }

  private pair(now: Pairing): void {
    const before = this.pairing;
    this.note = undefined;
    if (before?.id !== now.id) {
      this.problem = '';
      const { rival } = now.players;
      const seconds = Math.max(0, Math.round((now.deadline - club.now()) / 1000));
      const facts = { name: nameOf(rival), elo: rival.elo, side: sideOf(now), seconds };
      alert(m.rival_heard(facts));
      play('start');
    } else if (now.confirmed.rival && !before.confirmed.rival) {
      say(`${m.rival_rival_accepted({ name: nameOf(now.players.rival) })}.`);
    }
    // One's own confirmation is kept, whatever overtook it.
    const you = now.confirmed.you || (before?.id === now.id && before.confirmed.you);
    this.stand({ pairing: { ...now, confirmed: { ...now.confirmed, you } } });
  }

  private end({ lapsed, playing }: { lapsed?: string; playing?: string }): void {
    if (lapsed) this.tell('lapsed', `${m.rival_lapsed()}. ${m.rival_lapsed_text()}`);
    this.stand({ playing });
  }

  private begin(game: string, { side, players, confirmed }: Pairing): void {
    rememberNames(game, namesBySide(side, players));
    const here = !document.hidden || confirmed.you;
    this.stand({ playing: game });
    // Another window of the same person stays where it is, if nobody looks at it.
    if (here) go(`/p/${game}`);
  }

  private tell(note: Note, text: string): void {
    this.note = note;
    alert(text);
  }

  private stand(now: Partial<Pick<Queue, 'waiting' | 'pairing' | 'playing'>>): void {
    this.known = true;
    this.waiting = now.waiting;
    this.pairing = now.pairing;
    this.playing = now.playing;
  }

  async join(rules: string): Promise<void> {
    this.note = undefined;
    await this.send(() => club.send('queueJoin', { rule_set: rules }));
    // The other tabs of this browser ask where they stand, so that a rival reaches them too.
    if (this.waiting || this.pairing) tellTabs();
  }

  async leave(): Promise<void> {
    const declined = !!this.pairing;
    if (!(await this.send(() => club.send('queueLeave', {})))) return;
    if (declined) this.tell('declined', m.rival_declined());
    else say(m.rival_left());
  }

  async confirm(): Promise<void> {
    const { pairing } = this;
    if (!pairing) return;
    const done = await this.send(() => club.send('queueConfirm', { pairing: pairing.id }));
    if (!done && this.pairing?.id === pairing.id) club.again();
  }

  /** Its time is over, and nothing was heard of it. */
  overdue(): void {
    if (!this.busy) club.again();
  }

  private async send(command: () => ReturnType<typeof club.send>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.problem = '';
    const answer = await command();
    this.busy = false;
    if (answer.ok) return true;
    if (answer.refused.code === 'already_playing') {
      const { game } = (answer.refused.params ?? {}) as { game?: string };
      if (game) this.stand({ playing: game });
    }
    alert((this.problem = await sentence(answer.refused)));
    return false;
  }
}

export const queue = new Queue();
club.onMessage((envelope) => queue.hear(envelope));

function tellTabs(): void {
  const channel = new BroadcastChannel('damero.queue');
  channel.postMessage('');
  channel.close();
}
