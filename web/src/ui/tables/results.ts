/** A rated game as its player's page tells it. */
import { m } from '../../i18n/generated/messages.js';
import type { RatedGame } from '../../proto/wire';

/** `Ganada`: half points are 0, 1 and 2. */
export const resultOf = ({ score }: RatedGame): string =>
  score === 2 ? m.tables_won() : score === 1 ? m.tables_drawn() : m.tables_lost();

export const rivalOf = ({ rival_name: name }: RatedGame): string => name ?? m.tables_deleted();
