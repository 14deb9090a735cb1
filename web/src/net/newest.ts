/** Messages overtake each other: which of them are news. */
import type { Envelope } from '../proto/wire';

/** Tells whether a message is at least as new as all that were let through about the same. */
export function createNewest(): (envelope: Envelope) => boolean {
  const known = new Map<string, { v: number; now: number }>();

  return (envelope) => {
    const about = subject(envelope);
    if (!about) return true;
    const { now } = envelope;
    const [key, v] = about;
    const had = known.get(key);
    // Presence, status and score change without the version: then the later one counts.
    if (had && (v < had.v || (v === had.v && now < had.now))) return false;
    known.set(key, { v, now });
    return true;
  };
}

function subject(envelope: Envelope): [key: string, v: number] | undefined {
  switch (envelope.type) {
    case 'room':
      return [`room ${envelope.room.id}`, envelope.room.v];
    case 'state':
      return [`game ${envelope.game.id}`, envelope.game.v];
    case 'home':
      return ['home', 0];
    case 'identity':
      return ['identity', envelope.link];
    // One place in the queue, and what becomes of it.
    case 'waiting':
    case 'pairing':
    case 'not_waiting':
      return ['queue', 0];
    default:
      return undefined;
  }
}
