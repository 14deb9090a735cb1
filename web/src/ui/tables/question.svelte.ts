/** What a page asked the club, and what came of it. */
import type { Envelope, Refused } from '../../proto/wire';
import type { Action, Commands } from '../../net/types';
import { club } from '../club.svelte';

type Kind = Envelope['type'];
export type Told<K extends Kind> = Extract<Envelope, { type: K }>;

export class Question<K extends Kind> {
  refused = $state.raw<Refused>();
  asking = $state(false);
  private latest = 0;

  constructor(private readonly kind: K) {}

  /** The answer; nothing if it was refused, or if something else has been asked meanwhile. */
  async ask<A extends Action>(action: A, fields: Commands[A]): Promise<Told<K> | undefined> {
    this.latest += 1;
    const mine = this.latest;
    this.asking = true;
    this.refused = undefined;
    const answer = await club.send(action, fields);
    if (mine !== this.latest) return undefined;
    this.asking = false;
    if (!answer.ok) this.refused = answer.refused;
    else if (answer.message.type === this.kind) return answer.message as Told<K>;
    return undefined;
  }
}

/** Whether there is no way to ask just now. */
export const isAway = (): boolean => club.status === 'reconnecting' || club.status === 'offline';
