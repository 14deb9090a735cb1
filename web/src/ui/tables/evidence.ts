/** A closing's evidence, page by page, and whether it is what the digest says. */
import type { Evidence, EvidenceGet, Refused } from '../../proto/wire';

export type Closing = Omit<EvidenceGet, 'page'>;

/** A page, or why there is none. */
export type Ask = (
  page: EvidenceGet,
) => Promise<{ ok: true; message: Evidence } | { ok: false; refused: Refused }>;

export type Collected =
  /** `checked` is false where the browser cannot compute digests. */
  | { ok: true; file: Blob; checked: boolean }
  | { ok: false; why: 'refused'; refused: Refused }
  /** It is not what was published: nothing to keep. */
  | { ok: false; why: 'differs' };

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The digest of the file is the SHA-256 of its bytes; pages that are not whose it says differ. */
export async function collect(
  closing: Closing,
  digest: string,
  ask: Ask,
  progress: (done: number, pages: number) => void,
  subtle: Pick<SubtleCrypto, 'digest'> | undefined = globalThis.crypto?.subtle,
): Promise<Collected> {
  const texts: string[] = [];
  for (let page = 0, pages = 1; page < pages; page++) {
    const answer = await ask({ ...closing, page });
    if (!answer.ok) return { ok: false, why: 'refused', refused: answer.refused };
    const got = answer.message;
    if (got.digest !== digest || got.page !== page || (page > 0 && got.pages !== pages))
      return { ok: false, why: 'differs' };
    pages = got.pages;
    texts.push(got.text);
    progress(page + 1, pages);
  }
  const file = new Blob(texts, { type: 'application/jsonl' });
  // Pages without https have no such means.
  if (!subtle) return { ok: true, file, checked: false };
  const found = hex(await subtle.digest('SHA-256', await file.arrayBuffer()));
  return found === digest ? { ok: true, file, checked: true } : { ok: false, why: 'differs' };
}

/** `damero-vezz-8x8-week-2026-11-24-r0.jsonl`. */
export const fileName = ({ rule_set, table, period, revision }: Closing): string =>
  `damero-${rule_set}-${table}-${period}-r${revision}.jsonl`;

export function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // At once would be too early for browsers that fetch it first.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
