/** Who this browser is to the club, and what can be done about it. */
import { getLocale } from '../../i18n/generated/runtime.js';
import { browser } from '../../net/environment';
import { createSession } from '../../net/session';
import type { Action, Answer, Commands } from '../../net/types';
import type { Identity } from '../../proto/wire';
import { alert } from '../announce.svelte';
import { club } from '../club.svelte';
import { sentence } from '../refusals';

export class Me {
  identity = $state.raw<Identity>();
  /** A fifth tab was opened: this one hears no more. */
  retired = $state(false);
  /** The command on its way. */
  busy = $state<Action>();
  problem = $state('');

  /** Shows the page and hears who one is until the returned function is called. */
  open(page: 'account' | 'queue'): () => void {
    const stop = club.onMessage((envelope) => {
      if (envelope.type === 'identity') this.identity = envelope;
      if (envelope.type === 'retired') this.retired = true;
    });
    club.show({ page });
    return stop;
  }

  /** After `retired`: this tab takes part again. */
  resume(page: 'account' | 'queue'): void {
    this.retired = false;
    club.show({ page });
  }

  /** Sends it; whether it was accepted. */
  async send<A extends Action>(action: A, fields: Commands[A]): Promise<Answer | undefined> {
    if (this.busy) return undefined;
    this.busy = action;
    this.problem = '';
    const answer = await club.send(action, fields);
    this.busy = undefined;
    if (!answer.ok) alert((this.problem = await sentence(answer.refused)));
    return answer;
  }
}

/** Goes to the provider's page; comes back to `from`. */
export async function signIn(link: number, from: string): Promise<void> {
  const { signInAddress } = await import('./oidc');
  const token = createSession(browser).token();
  location.assign(await signInAddress(club.provider!, { token, link }, from, thisPage()));
}

export const thisPage = () => ({
  origin: location.origin,
  storage: sessionStorage,
  language: getLocale(),
  now: club.now,
  fetch: fetch.bind(globalThis),
});
