import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { linkNonce } from '../../src/ui/account/nonce';
import { NoIdentity, redeem, signInAddress, type Page } from '../../src/ui/account/oidc';

const SECRET = Uint8Array.from({ length: 32 }, (_, i) => i * 7);
const TOKEN = Buffer.from(SECRET).toString('base64url');
const provider = { issuer: 'https://id.test', client: 'damero' };

const hash = (...parts: (string | Uint8Array)[]) =>
  parts.reduce((digest, part) => digest.update(part), createHash('sha256')).digest();

function nonceOf(link: number): string {
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(BigInt(link));
  return hash('damero-link', hash(SECRET), number).toString('base64url');
}

/** A provider that keeps to the protocol, but for what is broken on purpose. */
class FakeProvider {
  readonly requests: { url: string; body: URLSearchParams }[] = [];
  claims: Record<string, unknown> = {};
  nonce = '';

  fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const url = String(input);
    if (url === 'https://id.test/.well-known/openid-configuration') {
      return Response.json({
        issuer: 'https://id.test',
        authorization_endpoint: 'https://id.test/authorize?kind=people',
        token_endpoint: 'https://id.test/token',
      });
    }
    this.requests.push({ url, body: new URLSearchParams(String(init?.body)) });
    const now = Math.floor(clock() / 1000);
    const claims = {
      iss: 'https://id.test',
      sub: 'ana',
      aud: 'damero',
      iat: now,
      exp: now + 600,
      nonce: this.nonce,
      ...this.claims,
    };
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const id_token = `${part({ alg: 'RS256' })}.${part(claims)}.c2lnbmF0dXJl`;
    return Response.json({ id_token, access_token: 'A', token_type: 'Bearer', expires_in: 600 });
  };
}

let kept: Map<string, string>;
let server: FakeProvider;
let ahead: number;
let page: Page;
const clock = () => Date.now() + ahead;

beforeEach(() => {
  kept = new Map();
  ahead = 0;
  server = new FakeProvider();
  page = {
    origin: 'https://club.test',
    language: 'es',
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    now: clock,
    fetch: server.fetch as typeof fetch,
  };
});

/** Goes there; the page to come back to, with a code. */
async function goThere(link = 3): Promise<URL> {
  const there = new URL(await signInAddress(provider, { token: TOKEN, link }, '/rival', page));
  server.nonce = there.searchParams.get('nonce')!;
  const back = new URL(there.searchParams.get('redirect_uri')!);
  back.searchParams.set('code', 'CODE');
  back.searchParams.set('state', there.searchParams.get('state')!);
  return back;
}

const why = (promise: Promise<unknown>) =>
  promise.then(
    () => 'linked',
    (error: unknown) => (error instanceof NoIdentity ? error.why : String(error)),
  );

test.each([0, 1, 258, 2 ** 40])('the nonce of link %i names session and link', async (link) => {
  expect(await linkNonce(TOKEN, link)).toBe(nonceOf(link));
});

test('people are sent to the provider with a challenge, a state and the nonce', async () => {
  const session = { token: TOKEN, link: 3 };
  const there = new URL(await signInAddress(provider, session, '/rival', page));
  expect(there.origin + there.pathname).toBe('https://id.test/authorize');
  const { state, verifier, ...rest } = JSON.parse(kept.get('damero.sign-in')!);
  expect(Object.fromEntries(there.searchParams)).toEqual({
    kind: 'people',
    client_id: 'damero',
    redirect_uri: 'https://club.test/cuenta/vuelta',
    response_type: 'code',
    scope: 'openid email profile',
    state,
    nonce: nonceOf(3),
    code_challenge: hash(verifier).toString('base64url'),
    code_challenge_method: 'S256',
    ui_locales: 'es',
  });
  expect(rest).toEqual({ nonce: nonceOf(3), from: '/rival' });
});

test('whoever comes back with the code gets the token, once, and goes where they were', async () => {
  const back = await goThere();
  const { verifier } = JSON.parse(kept.get('damero.sign-in')!);
  const { token, from } = await redeem(provider, back, page);
  expect(token.split('.')).toHaveLength(3);
  expect(from).toBe('/rival');
  expect(server.requests).toHaveLength(1);
  expect(Object.fromEntries(server.requests[0]!.body)).toMatchObject({
    grant_type: 'authorization_code',
    code: 'CODE',
    code_verifier: verifier,
    redirect_uri: 'https://club.test/cuenta/vuelta',
    client_id: 'damero',
  });
  expect(kept.size).toBe(0);
  expect(await why(redeem(provider, back, page))).toBe('unasked');
});

test('a device whose clock is off by days signs in by the clock of the club', async () => {
  ahead = 3 * 86_400_000;
  expect(await why(redeem(provider, await goThere(), page))).toBe('linked');
});

test.each<[string, Record<string, unknown>]>([
  ['another nonce', { nonce: 'other' }],
  ['another club', { aud: 'other' }],
  ['another provider', { iss: 'https://other.test' }],
  ['a time that is over', { iat: 1_000_000, exp: 1_000_600 }],
])('a token for %s is not passed on', async (_, claims) => {
  server.claims = claims;
  expect(await why(redeem(provider, await goThere(), page))).toBe('failed');
});

test('a code with another state is not redeemed', async () => {
  const back = await goThere();
  back.searchParams.set('state', 'other');
  expect(await why(redeem(provider, back, page))).toBe('failed');
  expect(server.requests).toEqual([]);
});

test('whoever says no at the provider is told so', async () => {
  const back = await goThere();
  back.searchParams.delete('code');
  back.searchParams.set('error', 'access_denied');
  expect(await why(redeem(provider, back, page))).toBe('denied');
});
