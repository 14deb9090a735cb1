/** What stands between somebody and rated play, as rows of a list. */
import type { Identity, Missing } from '../../proto/wire';

export interface Step {
  what: Missing;
  /** `now` is the one to see to; those after it wait for it. */
  state: 'done' | 'now' | 'later';
}

const ALL: Missing[] = ['account', 'verified_email', 'terms'];

export function steps({ missing = [], account }: Identity): Step[] {
  // Whoever has no account is told of that alone: the rest is missing all the same.
  const left = account ? missing : ALL;
  return ALL.map((what) => ({
    what,
    state: !left.includes(what) ? 'done' : what === left[0] ? 'now' : 'later',
  }));
}

/** `id.example.com`, where people sign in. */
export const hostOf = (issuer: string | undefined): string => {
  try {
    return new URL(issuer ?? '').host;
  } catch {
    return '';
  }
};
