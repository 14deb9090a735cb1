/** The connection to the club, for screens: its status is reactive. */
import { createClub } from '../net/club';
import type { Envelope, Refused } from '../proto/wire';
import type { Action, Answer, Commands, Page, Status } from '../net/types';

const connection = createClub();
let status = $state<Status>(connection.status);
connection.onStatus((now) => (status = now));

export const club = {
  get status(): Status {
    return status;
  },
  get zone(): string | undefined {
    return connection.zone;
  },
  /** It comes with the first connection, as the status tells. */
  get provider() {
    void status;
    return connection.provider;
  },
  /** The same. */
  get rated() {
    void status;
    return connection.rated;
  },
  now: (): number => connection.now(),
  show: (page: Page | undefined): void => connection.show(page),
  again: (): void => connection.again(),
  send: <A extends Action>(action: A, fields: Commands[A]): Promise<Answer> =>
    connection.send(action, fields),
  onMessage: (listener: (envelope: Envelope) => void) => connection.onMessage(listener),
  onPageRefused: (listener: (refused: Refused) => void) => connection.onPageRefused(listener),
};
