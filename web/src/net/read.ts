/** From what came to a message. */
import type { Envelope } from '../proto/wire';

/** Of these nothing but the kind matters to the connection. */
const OTHERS =
  /^(retired|reconnect|identity|waiting|pairing|not_waiting|ranking|archive|profile|league|evidence)$/;

type Fields = Record<string, unknown>;

/** The message, or nothing: not JSON, the gateway's own, or of a kind that is not known here. */
export function readEnvelope(text: unknown): Envelope | undefined {
  if (typeof text !== 'string') return undefined;
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isFields(message) && Number.isFinite(message['now']) && isWhole(message)
    ? (message as Envelope)
    : undefined;
}

/** As much of the form as the connection itself relies on. */
function isWhole(message: Fields): boolean {
  switch (message['type']) {
    case 'room':
      return isState(message['room']);
    case 'state':
    case 'record':
      return isState(message['game']);
    case 'home':
      return Array.isArray(message['running']);
    case 'history':
      return Array.isArray(message['games']);
    case 'refused':
      return typeof message['code'] === 'string';
    default:
      return OTHERS.test(String(message['type']));
  }
}

/** Whether it is a room or game that can be compared with another. */
export function isState(value: unknown): boolean {
  return isFields(value) && typeof value['id'] === 'string' && Number.isFinite(value['v']);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
