import { decodeTime } from 'ulid';
import { describe, expect, it, vi } from 'vitest';
import {
  MINUTE,
  NEW_ROOM,
  world,
  club,
  told,
  statuses,
  open,
  answerOf,
  actions,
  move,
} from './hall';
import { game, room, START, type Command } from './world';

describe('commands', () => {
  it('are answered by the message that names them', async () => {
    open();
    club.show({ game: 'G' });
    await world.pass(100);
    const sent = answerOf(club.send('gameMove', move(0)));
    await world.pass(100);
    expect(sent.answer).toMatchObject({ ok: true, message: { type: 'state', game: { v: 2 } } });
    expect(told.at(-1)).toMatchObject({ game: { v: 2 } });
  });

  it('are answered by the first of several messages, and all are told', async () => {
    open();
    world.club.answer = (connection, { action, id }) => {
      connection.post({ type: 'room', room: room('R', action === 'sync' ? 1 : 2) }, id);
      if (action !== 'sync') connection.post({ type: 'state', game: game('G', 1) }, id);
    };
    club.show({ room: 'R' });
    await world.pass(100);
    const sent = answerOf(club.send('roomAccept', { room: 'R' }));
    await world.pass(100);
    expect(sent.answer).toMatchObject({ ok: true, message: { type: 'room' } });
    expect(told.map(({ type }) => type)).toEqual(['room', 'room', 'state']);
  });

  it('carry a new id in the time of the club, whatever the device says', async () => {
    world.setDeviceClock(-3 * 60 * MINUTE);
    world.club.ahead = 1234;
    open();
    const made = answerOf(club.send('roomCreate', NEW_ROOM));
    await world.pass(200);
    expect(made.answer?.ok).toBe(true);
    const [first, create] = world.club.last.commands;
    expect(actions([first!, create!])).toEqual(['sync', 'roomCreate']);
    expect(create!.id).toBe(create!.id.toUpperCase());
    expect(Math.abs(decodeTime(create!.id) - world.club.now())).toBeLessThan(300);
  });

  it('have an id even if the device stands before 1970 and the club’s time is not known', async () => {
    world.setDeviceClock(-START - 60 * MINUTE);
    const now = vi.spyOn(Date, 'now').mockImplementation(world.env.wall);
    open();
    club.show({ room: 'R' });
    await world.pass(200);
    now.mockRestore();
    const [sync] = world.club.last.commands;
    expect(decodeTime(sync!.id)).toBe(1);
    expect(told).toMatchObject([{ type: 'room' }]);
  });

  it('get another id if theirs has grown too old for a room', async () => {
    open();
    const ids: string[] = [];
    world.club.answer = (connection, command) => {
      if (command.action === 'sync') return world.club.page(connection, command);
      ids.push(command.id);
      if (ids.length === 1) world.club.refuse(connection, command, 'id_time');
      else connection.post({ type: 'room', room: room(command.id, 1) }, command.id);
    };
    const made = answerOf(club.send('roomCreate', NEW_ROOM));
    await world.pass(500);
    expect(ids).toHaveLength(2);
    expect(ids[0]).not.toBe(ids[1]);
    expect(made.answer).toMatchObject({ ok: true, message: { room: { id: ids[1] } } });
  });

  it('are not made anew for ever', async () => {
    open();
    world.club.answer = (connection, command) =>
      command.action === 'sync'
        ? world.club.page(connection, command)
        : world.club.refuse(connection, command, 'id_time');
    const made = answerOf(club.send('roomCreate', NEW_ROOM));
    await world.pass(MINUTE);
    expect(made.answer).toMatchObject({ ok: false, refused: { code: 'id_time' } });
    expect(world.club.last.commands).toHaveLength(3);
  });

  it('wait their turn, one a game', async () => {
    open();
    club.show({ game: 'G' });
    await world.pass(100);
    const unanswered: Command[] = [];
    world.club.answer = (_, command) => unanswered.push(command);
    const all = [move(0), move(1), { ...move(0), game: 'H' }].map((fields) =>
      answerOf(club.send('gameMove', fields)),
    );
    await world.pass(100);
    expect(unanswered).toMatchObject([{ game: 'G', turn_no: 0 }, { game: 'H' }]);
    world.club.last.post({ type: 'state', game: game('G', 2) }, unanswered[0]!.id);
    await world.pass(100);
    expect(unanswered.at(-1)).toMatchObject({ game: 'G', turn_no: 1 });
    expect(all.map(({ answer }) => answer?.ok)).toEqual([true, undefined, undefined]);
  });

  it('are sent again unchanged, at growing intervals, to a club that fails', async () => {
    open();
    club.show({ game: 'G' });
    await world.pass(100);
    const at: number[] = [];
    world.club.answer = (connection) => {
      at.push(Date.now());
      connection.deliver('{"message": "Internal server error", "connectionId": "x"}');
    };
    const sent = answerOf(club.send('gameMove', move(0)));
    await world.pass(MINUTE);
    const waits = at.slice(1).map((time, i) => time - at[i]!);
    expect(waits[0]).toBe(2500);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(Math.max(...waits)).toBeLessThanOrEqual(15_000);
    expect(new Set(world.club.last.texts.slice(1)).size).toBe(1);
    expect(world.club.connections).toHaveLength(1);
    world.club.answer = (connection, { id }) =>
      connection.post({ type: 'state', game: game('G', 2) }, id);
    await world.pass(16_000);
    expect(sent.answer?.ok).toBe(true);
  });

  it('find out that the connection is dead, and go on with another after its sync', async () => {
    open();
    club.show({ game: 'G' });
    await world.pass(100);
    world.club.deaf = true;
    const first = world.club.last;
    const sent = answerOf(club.send('gameMove', move(0)));
    await world.pass(6400);
    expect(first.gone).toBe(true);
    expect(statuses.at(-1)).toBe('reconnecting');
    world.club.deaf = false;
    await world.pass(1000);
    expect(actions(world.club.last.commands)).toEqual(['sync', 'gameMove']);
    expect(world.club.last.texts[1]).toBe(first.texts[1]);
    expect(sent.answer?.ok).toBe(true);
  });

  it('wait for the answer to the sync on a new connection', async () => {
    open();
    club.show({ game: 'G' });
    await world.pass(100);
    const { answer } = world.club;
    world.club.answer = () => {};
    const sent = answerOf(club.send('gameMove', move(0)));
    await world.pass(100);
    world.club.last.cut();
    await world.pass(1000);
    expect(actions(world.club.last.commands)).toEqual(['sync']);
    world.club.answer = answer;
    await world.pass(2600);
    expect(actions(world.club.last.commands)).toEqual(['sync', 'sync', 'gameMove']);
    expect(sent.answer?.ok).toBe(true);
  });

  it('wait no longer when the page is refused', async () => {
    open();
    world.club.page = (connection, command) => world.club.refuse(connection, command, 'room_full');
    club.show({ room: 'R' });
    const sent = answerOf(club.send('gameMove', move(0)));
    await world.pass(200);
    expect(sent.answer?.ok).toBe(true);
  });

  it('about the past need no page', async () => {
    open();
    const sent = answerOf(club.send('historyGet', {}));
    await world.pass(200);
    expect(actions(world.club.last.commands)).toEqual(['historyGet']);
    expect(sent.answer).toMatchObject({ ok: true, message: { type: 'history' } });
  });

  it('are sent at once when the page is seen again', async () => {
    open();
    club.show({ game: 'G' });
    await world.pass(100);
    world.club.deaf = true;
    const sent = answerOf(club.send('gameMove', move(0)));
    await world.pass(1000);
    world.club.deaf = false;
    world.fire('visible');
    await world.pass(100);
    expect(sent.answer?.ok).toBe(true);
  });

  it.each(['early', 'busy', 'too_frequent'])('try again after %s', async (code) => {
    open();
    club.show({ game: 'G' });
    await world.pass(100);
    let times = 2;
    const { answer } = world.club;
    world.club.answer = (connection, command) =>
      times-- > 0
        ? world.club.refuse(connection, command, code, { game: game('G', 5) })
        : answer(connection, command);
    const sent = answerOf(club.send('gameMove', move(0)));
    await world.pass(10_000);
    expect(sent.answer?.ok).toBe(true);
    expect(new Set(world.club.last.texts.slice(1)).size).toBe(1);
    expect(told.map((message) => 'game' in message && message.game?.v)).toEqual([1, 5, 5]);
  });

  it.each(['early', 'busy', 'too_frequent'])('are refused after many times %s', async (code) => {
    open();
    club.show({ game: 'G' });
    await world.pass(100);
    world.club.answer = (connection, command) => world.club.refuse(connection, command, code);
    const sent = answerOf(club.send('gameMove', move(0)));
    await world.pass(MINUTE);
    expect(sent.answer).toMatchObject({ ok: false, refused: { code } });
    const moves = actions(world.club.last.commands).filter((action) => action === 'gameMove');
    expect(moves).toHaveLength(7);
  });

  it('bring the present state with a refusal, through the same gate (CLOC-06)', async () => {
    open();
    club.show({ game: 'G' });
    await world.pass(100);
    world.club.answer = (connection, command) =>
      world.club.refuse(connection, command, 'stale', { game: game('G', 7) });
    const sent = answerOf(club.send('gameMove', move(0)));
    await world.pass(100);
    expect(sent.answer).toMatchObject({ ok: false, refused: { code: 'stale' } });
    expect(told.at(-1)).toMatchObject({ type: 'state', game: { v: 7 } });
    expect(told.at(-1)).not.toHaveProperty('code');
    world.club.last.post({ type: 'state', game: game('G', 6) });
    await world.pass(100);
    expect(told).toHaveLength(2);
  });
});
