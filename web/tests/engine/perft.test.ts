/** The rules as WebAssembly count as the server's do: the tests of both are held to one table. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { border } from '../../src/engine/module';
import { RULE_SETS } from '../../src/proto/rulesets';

interface Row {
  ruleset: string;
  name: string;
  fen: string;
  depth: number;
  nodes: number | null;
}

const file = (path: string) => readFileSync(new URL(path, import.meta.url));
const module = new WebAssembly.Module(file('../../src/engine/generated/damero.wasm'));
const ask = border(new WebAssembly.Instance(module));
const rows = file('../../../shared/rules/tests/data/perft.jsonl')
  .toString()
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Row);

test('the module asks nothing of its host', () => {
  expect(WebAssembly.Module.imports(module)).toEqual([]);
});

describe.each(RULE_SETS.map(({ id }) => id))('%s', (id) => {
  test('trees of legal moves have the sizes that the server counts', () => {
    const small = rows.filter(
      ({ ruleset, nodes }) => ruleset === id && nodes !== null && nodes <= 30_000,
    );
    expect(small.length).toBeGreaterThan(5);
    for (const { name, fen, depth, nodes } of small) {
      const told = JSON.parse(ask(`perft ${id} ${depth}\n${fen}`)) as { nodes: string };
      expect({ name, depth, nodes: told.nodes }).toEqual({ name, depth, nodes: String(nodes) });
    }
  });
});

test.each([
  ['what it does not know', 'chess', 'no_such_request'],
  ['an unknown rule set', 'perft chess 3\nW:W30:B', 'no_such_rule_set'],
  ['a depth that is none', 'perft vezz-8x8 many\nW:W30:B', 'no_number'],
  ['a position that is none', 'perft vezz-8x8 3\nW:W99:B', 'no_position'],
])('%s is refused, and the next request answered', (_, request, failed) => {
  expect(JSON.parse(ask(request))).toEqual({ failed });
  expect(JSON.parse(ask('perft vezz-8x8 0\nW:W30:B'))).toEqual({ nodes: '1' });
});
