/** A room's conditions, as whoever looks at it should read them. */
import { m } from '../../i18n/generated/messages.js';
import type { RuleSet } from '../../proto/rulesets';
import type { Room, Side } from '../../proto/wire';
import { other, theSide } from '../colours';

/** The side that the one who looks will play in the first game; nothing while it is left to the lot. */
export function yourSide(room: Room, rules: RuleSet): Side | undefined {
  if (room.colour === 'random') return undefined;
  const hostsSide = room.colour === 'mine' ? rules.first : other(rules.first);
  return room.you === 'host' ? hostsSide : other(hostsSide);
}

/** `Tú, blancas. Empiezan las rojas.` */
export function coloursLine(room: Room, rules: RuleSet): string {
  const side = yourSide(room, rules);
  const first = m.room_first_move({ side: theSide(rules.colours[rules.first]) });
  return side
    ? `${m.room_you_play({ side: theSide(rules.colours[side]) })} ${first}`
    : `${m.room_by_lot()} ${first}`;
}
