/** Any weather: drops, duplicates, delays, cuts. What must hold all the same. */
import {
  array,
  assert,
  asyncProperty,
  constant,
  constantFrom,
  double,
  integer,
  oneof,
  record,
} from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { createClub } from '../../src/net/club';
import type { Answer } from '../../src/net/types';
import type { Message } from '../../src/proto/wire';
import { createWorld, game, mulberry, type Command, type Connection, type World } from './world';

afterEach(() => void vi.useRealTimers());

const GAMES = ['G', 'H'];

/** A club with two games that keeps the protocol: ids are known, turns are checked. */
function keepGames(world: World) {
  const v = new Map(GAMES.map((id) => [id, 1]));
  const accepted: string[] = [];

  world.club.answer = (connection, command) => {
    const { id } = command;
    const show = (of: string, ack?: string) => {
      const message: Message = { type: 'state', game: game(of, v.get(of)!) };
      connection.post(message, ack);
    };
    if (command.action === 'sync') return command.game ? show(command.game, id) : undefined;
    const of = command.game!;
    const turn = v.get(of)! - 1;
    if (!accepted.includes(id)) {
      if (command.turn_no !== turn) {
        const code = command.turn_no! > turn ? 'early' : 'stale';
        return world.club.refuse(connection, command, code, { game: game(of, v.get(of)!) });
      }
      accepted.push(id);
      v.set(of, turn + 2);
    }
    show(of, id);
  };
  return { v, accepted };
}

const step = oneof(
  record({ do: constant('move' as const), game: constantFrom(...GAMES) }),
  record({ do: constant('pass' as const), ms: integer({ min: 1, max: 9000 }) }),
  record({
    do: constantFrom(
      'cut' as const,
      'visible' as const,
      'online' as const,
      'offline' as const,
      'shut' as const,
      'open' as const,
      'rival' as const,
      'sleep' as const,
      'show' as const,
    ),
  }),
);

const weather = record({
  seed: integer(),
  loss: double({ min: 0, max: 0.5, noNaN: true }),
  twice: double({ min: 0, max: 0.4, noNaN: true }),
  delay: integer({ min: 1, max: 4000 }),
});

it('answers every command exactly once, applies it at most once, and never shows a state again', async () => {
  await assert(
    asyncProperty(weather, array(step, { maxLength: 40 }), async (sky, steps) => {
      const world = createWorld(sky.seed);
      const chance = mulberry(sky.seed + 1);
      const { v, accepted } = keepGames(world);
      let storm = true;
      world.club.network = (run) => {
        const later = () => void setTimeout(run, storm ? chance() * sky.delay : 10);
        if (!storm || chance() >= sky.loss) later();
        if (storm && chance() < sky.twice) later();
      };

      const club = createClub(world.env);
      const told = new Map<string, number>();
      let backwards = 0;
      club.onMessage((message) => {
        if (message.type !== 'state') return;
        const { id, v: version } = message.game;
        if (version < (told.get(id) ?? 0)) backwards += 1;
        told.set(id, version);
      });
      club.show({ game: 'G' });

      const answers: Answer[][] = [];
      for (const next of steps) {
        if (next.do === 'move') {
          const held: Answer[] = [];
          answers.push(held);
          const turn_no = (told.get(next.game) ?? 1) - 1;
          const fields = { game: next.game, turn_no, path: [1, 5] };
          void club.send('gameMove', fields).then((answer) => held.push(answer));
        } else if (next.do === 'pass') await world.pass(next.ms);
        else if (next.do === 'cut') world.club.connections.at(-1)?.cut();
        else if (next.do === 'shut' || next.do === 'open') world.club.lets = next.do === 'open';
        else if (next.do === 'rival') {
          v.set('G', v.get('G')! + 1);
          world.club.connections.at(-1)?.post({ type: 'state', game: game('G', v.get('G')!) });
        } else if (next.do === 'sleep') world.sleep(60_000);
        else if (next.do === 'show') club.show({ game: 'H' });
        else world.fire(next.do);
      }

      storm = false;
      world.club.lets = true;
      world.fire('online');
      world.fire('visible');
      await world.pass(110_000);
      world.fire('visible');
      await world.pass(10_000);

      expect(answers.map((held) => held.length)).toEqual(answers.map(() => 1));
      const ids = answers.flatMap(([answer]) => (answer?.ok ? [answer.message.ack] : []));
      expect(ids.toSorted()).toEqual(accepted.toSorted());
      expect(backwards).toBe(0);
      expect(club.status).toBe('open');
      expect(Math.abs(club.now() - world.club.now())).toBeLessThan(50);
      for (const connection of world.club.connections) keepsOrder(connection);
      club.close();
      vi.useRealTimers();
    }),
    { numRuns: 150 },
  );
}, 60_000);

/** What a connection sent: the page first, and a game's next command only after the last one. */
function keepsOrder({ texts }: Connection): void {
  const sent = texts.map((text) => JSON.parse(text) as Command);
  if (sent.length > 0) expect(sent[0]!.action).toBe('sync');
  for (const of of GAMES) {
    const ids = sent.flatMap(({ action, game: g, id }) =>
      action === 'gameMove' && g === of ? [id] : [],
    );
    // Runs of the same id, each id once: nothing is sent again after something later.
    const runs = ids.filter((id, i) => id !== ids[i - 1]);
    expect(new Set(runs).size).toBe(runs.length);
  }
}
