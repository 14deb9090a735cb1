/** Where the club is. */
import type { Environment } from './environment';

export const PROTOCOL = 'damero.v1';

const PATIENCE = 10_000;

export interface Config {
  /** The address of the socket. */
  socket: string;
  zone: string | undefined;
  /** Who knows people, and what the club is called there; nothing if it has no accounts. */
  provider: { issuer: string; client: string } | undefined;
  /** The rule sets that are open to rated play; nothing if the site does not say. */
  rated: string[] | undefined;
}

/** Asks the site; nothing, if it cannot be had now. */
export function askConfig(env: Environment): Promise<Config | 'outdated' | undefined> {
  return new Promise((resolve) => {
    const cancel = env.after(PATIENCE, () => resolve(undefined));
    fetchConfig(env)
      .catch(() => undefined)
      .then(resolve)
      .finally(cancel);
  });
}

async function fetchConfig(env: Environment): Promise<Config | 'outdated' | undefined> {
  const answer = await env.fetch('/config.json');
  return answer.ok ? readConfig(await answer.json(), env.address()) : undefined;
}

function readConfig(json: unknown, address: string): Config | 'outdated' | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const settings = json as Record<string, unknown>;
  const { socket, protocol, zone, issuer, client_id: client, rated } = settings;
  if (typeof protocol === 'string' && protocol !== PROTOCOL) return 'outdated';
  if (typeof socket !== 'string' || protocol !== PROTOCOL) return undefined;
  // Relative where one host serves both; the page's http is then the socket's ws.
  const url = new URL(socket, address);
  url.protocol = url.protocol.replace('http', 'ws');
  return {
    socket: url.href,
    zone: typeof zone === 'string' && isZone(zone) ? zone : undefined,
    provider:
      typeof issuer === 'string' && typeof client === 'string' ? { issuer, client } : undefined,
    rated: Array.isArray(rated) ? rated.filter((id) => typeof id === 'string') : undefined,
  };
}

/** Whether the browser knows it: formatting with one that it does not would throw. */
function isZone(zone: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
