/** What ties an ID token to this browser: its session, and how often that has been linked. */

/**
 * The nonce of the next link: base64url(SHA-256("damero-link" ‖ SHA-256(secret) ‖ link, eight
 * bytes, big endian)), the secret being the 32 bytes that `token` writes in base64url.
 */
export async function linkNonce(token: string, link: number): Promise<string> {
  const session = await sha256(fromBase64url(token));
  const prefix = new TextEncoder().encode('damero-link');
  const bytes = new Uint8Array(prefix.length + session.length + 8);
  bytes.set(prefix);
  bytes.set(session, prefix.length);
  new DataView(bytes.buffer).setBigUint64(bytes.length - 8, BigInt(link));
  return base64url(await sha256(bytes));
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
