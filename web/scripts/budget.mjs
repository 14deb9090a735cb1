// Holds what `npm run build` made to its budgets, compressed as it travels.
// Sizes in KB of 1,000 bytes.

import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');

/** Bytes of a text or file as a server sends it. */
const gzipped = (content) => gzipSync(content, { level: 9 }).length;

const read = (file) => readFileSync(join(dist, file));

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** Every file in dist, as a path from there. */
function files() {
  const entries = readdirSync(dist, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dist.length + 1));
}

/** The screen of a followed link, which the front page's entry loads when asked for it. */
const ROOM = 'src/ui/room/RoomScreen.svelte';

/** What vite's manifest says a browser fetches before the first page shows. */
function load(isFirst) {
  const manifest = JSON.parse(read('.vite/manifest.json').toString());
  const chunks = new Set();
  const add = (chunk) => {
    if (chunks.has(chunk)) return;
    chunks.add(chunk);
    for (const name of chunk.imports ?? []) add(manifest[name]);
  };
  Object.values(manifest).filter(isFirst).forEach(add);
  if (chunks.size === 0) throw new Error('the manifest has no entry');
  const all = [...chunks];
  return {
    scripts: [...new Set(all.map((chunk) => chunk.file))],
    styles: [...new Set(all.flatMap((chunk) => chunk.css ?? []))],
    assets: [...new Set(all.flatMap((chunk) => chunk.assets ?? []))],
  };
}

/** The board alone, bundled in memory as the client's own build does it. */
async function board() {
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      target: 'es2023',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: join(root, 'src/board/index.ts'),
        preserveEntrySignatures: 'strict',
      },
    },
  });
  return sum(output.filter((part) => part.type === 'chunk').map((part) => gzipped(part.code)));
}

const weight = (names) => sum(names.map((name) => gzipped(read(name))));

const { scripts, styles, assets } = load((chunk) => chunk.isEntry);
const [page, script, style] = [['index.html'], scripts, styles].map(weight);
const link = load((chunk) => chunk.isEntry || chunk.src === ROOM);
const all = files();
const fonts = all.filter((file) => file.endsWith('.woff2'));
const wasm = all.filter((file) => file.endsWith('.wasm'));

const figures = [
  ['First load', page + script + style, 60_000],
  ['  index.html', page],
  [`  scripts (${scripts.length})`, script],
  [`  styles (${styles.length})`, style],
  ['First load by a link', page + weight([...link.scripts, ...link.styles]), 60_000],
  ['Board alone', await board(), 8_000],
  [`Fonts (${fonts.length}), as they are`, sum(fonts.map((file) => read(file).length)), 45_000],
  [`WebAssembly (${wasm.length})`, sum(wasm.map((file) => gzipped(read(file)))), 120_000],
];

const kilobytes = (bytes) => (bytes / 1000).toFixed(1).padStart(7);
let failed = false;
console.log(`${'gzip -9'.padEnd(26)}     KB  budget`);
for (const [what, bytes, budget] of figures) {
  const over = budget !== undefined && bytes > budget;
  failed ||= over;
  const limit = budget === undefined ? '' : kilobytes(budget);
  console.log(`${what.padEnd(26)}${kilobytes(bytes)} ${limit}${over ? '  OVER' : ''}`.trimEnd());
}
const early = [...scripts, ...assets].filter((file) => file.endsWith('.wasm'));
for (const file of early) {
  failed = true;
  console.error(`error: ${file} belongs to the first load; WebAssembly is fetched later`);
}
process.exitCode = failed ? 1 : 0;
