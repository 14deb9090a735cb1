/** OpenID Connect's code flow with PKCE, as the browser alone walks it. */
import * as oauth from 'oauth4webapi';
import { linkNonce } from './nonce';

export interface Provider {
  issuer: string;
  /** What the club is called there. */
  client: string;
}

/** What the flow needs of the page; tests bring a page of their own. */
export interface Page {
  origin: string;
  /** Of this tab alone. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Of the page, which the provider's may share. */
  language: string;
  /** The club's time, ms since 1970. */
  now(): number;
  fetch: typeof fetch;
}

/** The page to come back to. */
export const RETURN = '/cuenta/vuelta';
const KEPT = 'damero.sign-in';

interface Kept {
  state: string;
  verifier: string;
  nonce: string;
  /** Where one was. */
  from: string;
}

/** Somebody came back without an identity. */
export class NoIdentity extends Error {
  constructor(
    /** Not asked for here, not given, or not to be had. */
    readonly why: 'unasked' | 'denied' | 'failed',
    options?: ErrorOptions,
  ) {
    super(why, options);
  }
}

/** The provider's page to go to. `link` and the session's token make the nonce. */
export async function signInAddress(
  provider: Provider,
  session: { token: string; link: number },
  from: string,
  page: Page,
): Promise<string> {
  const server = await discover(provider, page);
  if (!server.authorization_endpoint) throw new Error('the provider has no page');
  const kept: Kept = {
    state: oauth.generateRandomState(),
    verifier: oauth.generateRandomCodeVerifier(),
    nonce: await linkNonce(session.token, session.link),
    from,
  };
  page.storage.setItem(KEPT, JSON.stringify(kept));
  const address = new URL(server.authorization_endpoint);
  const query = {
    client_id: provider.client,
    redirect_uri: page.origin + RETURN,
    response_type: 'code',
    scope: 'openid email profile',
    state: kept.state,
    nonce: kept.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(kept.verifier),
    code_challenge_method: 'S256',
    ui_locales: page.language,
  };
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address.href;
}

/** Redeems the code that somebody came back with, once. */
export async function redeem(
  provider: Provider,
  address: URL,
  page: Page,
): Promise<{ token: string; from: string }> {
  const kept = take(page.storage);
  if (!kept) throw new NoIdentity('unasked');
  try {
    const server = await discover(provider, page);
    const client: oauth.Client = {
      client_id: provider.client,
      // The device's clock may be anybody's.
      [oauth.clockSkew]: Math.round((page.now() - Date.now()) / 1000),
      [oauth.clockTolerance]: 60,
    };
    const answer = oauth.validateAuthResponse(server, client, address, kept.state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      answer,
      page.origin + RETURN,
      kept.verifier,
      requests(provider, page),
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: kept.nonce,
      requireIdToken: true,
    });
    return { token: tokens.id_token!, from: kept.from };
  } catch (cause) {
    const denied =
      cause instanceof oauth.AuthorizationResponseError && cause.error === 'access_denied';
    throw new NoIdentity(denied ? 'denied' : 'failed', { cause });
  }
}

async function discover(provider: Provider, page: Page): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(provider.issuer);
  const response = await oauth.discoveryRequest(issuer, requests(provider, page));
  return oauth.processDiscoveryResponse(issuer, response);
}

/** `http` only where the club's settings name such a provider: on one machine. */
const requests = ({ issuer }: Provider, page: Page) => ({
  [oauth.customFetch]: (url: string, options: object) => page.fetch(url, options),
  [oauth.allowInsecureRequests]: issuer.startsWith('http:'),
});

function read(storage: Page['storage']): Kept | undefined {
  try {
    return (JSON.parse(storage.getItem(KEPT) ?? 'null') as Kept | null) ?? undefined;
  } catch {
    return undefined;
  }
}

function take(storage: Page['storage']): Kept | undefined {
  const kept = read(storage);
  storage.removeItem(KEPT);
  return kept;
}
