/** Files as text, and places in a text. */

/** The largest file that is opened: some ten thousand games. */
export const LARGEST = 4_000_000;

/**
 * UTF-16 if it begins with its mark, else UTF-8, or, as old archives have it, Latin-1. Lines end as
 * in a field for text, or places in it would not be those in the text.
 */
export function decode(bytes: ArrayBuffer): string {
  return decoded(bytes).replace(/\r\n?/g, '\n');
}

function decoded(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** How many characters of a line are shown on either side of a place. */
const AROUND = 24;

export interface Place {
  /** Counted from 1. */
  line: number;
  /** The character in that line, counted from 1. */
  column: number;
}

export interface Line {
  number: number;
  before: string;
  /** What is wrong, on the line where it is. */
  wrong?: string;
  after: string;
}

export const linesOf = (text: string): string[] => text.split(/\r\n|\n/);

/** The word that begins at a character; at the end of a line there is none. */
function wordAt(characters: string[], at: number): string {
  const rest = characters.slice(at).join('');
  return /^(\w[\w:x*-]*|[^\s])/u.exec(rest)?.[0] ?? '';
}

/** What begins here, and what ends here, of long lines not all. */
const begins = (characters: string[]) =>
  characters.slice(0, AROUND).join('') + (characters.length > AROUND ? '…' : '');
const ends = (characters: string[]) =>
  (characters.length > AROUND ? '…' : '') + characters.slice(-AROUND).join('');

/** The line with a place in it, and one before and after it. */
export function excerpt(lines: string[], { line, column }: Place): Line[] {
  const first = Math.max(1, line - 1);
  return lines.slice(first - 1, line + 1).map((content, nth) => {
    const number = first + nth;
    const characters = [...content];
    if (number !== line) return { number, before: begins(characters), after: '' };
    const wrong = wordAt(characters, column - 1);
    return {
      number,
      before: ends(characters.slice(0, column - 1)),
      wrong,
      after: begins(characters.slice(column - 1 + [...wrong].length)),
    };
  });
}

/** Where a place is in the text, as `setSelectionRange` counts: its first unit and the one after it. */
export function range(text: string, { line, column }: Place): [number, number] {
  let start = 0;
  for (let nth = 1; nth < line; nth += 1) {
    const end = text.indexOf('\n', start);
    if (end < 0) break;
    start = end + 1;
  }
  const characters = Array.from(text.slice(start, text.indexOf('\n', start) + 1 || undefined));
  const from = start + characters.slice(0, column - 1).join('').length;
  return [from, from + Math.max(1, wordAt(characters, column - 1).length)];
}
