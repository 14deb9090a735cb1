import { describe, expect, it } from 'vitest';
import { MINUTE, world, club, told, refusals, open, actions } from './hall';
import { game } from './world';

describe('the page', () => {
  it('is named again on each new connection', async () => {
    open();
    club.show({ game: 'G' });
    await world.pass(100);
    world.club.last.cut();
    await world.pass(500);
    expect(world.club.last.commands).toMatchObject([{ action: 'sync', game: 'G' }]);
  });

  it('is not named if there is none', async () => {
    open();
    await world.pass(MINUTE);
    world.fire('visible');
    await world.pass(MINUTE);
    expect(world.club.last.texts).toEqual([]);
  });

  it('is left when none is shown any more, and once', async () => {
    open();
    club.show({ room: 'R' });
    await world.pass(100);
    club.show(undefined);
    club.show(undefined);
    await world.pass(100);
    world.fire('visible');
    await world.pass(100);
    expect(world.club.last.commands).toMatchObject([{ room: 'R' }, { action: 'sync' }]);
    expect(world.club.last.commands[1]).not.toHaveProperty('room');
  });

  it('is asked for again until it comes', async () => {
    open();
    const { answer } = world.club;
    let lost = 3;
    world.club.answer = (connection, command) => {
      if (lost-- > 0) connection.deliver('{"message": "Internal server error"}');
      else answer(connection, command);
    };
    club.show({ room: 'R' });
    await world.pass(30_000);
    expect(world.club.connections).toHaveLength(1);
    expect(new Set(world.club.last.texts).size).toBe(1);
    expect(told).toHaveLength(1);
  });

  it('is refused to whoever listens, once; a busy club is asked again', async () => {
    open();
    const codes = ['busy', 'too_frequent', 'room_full'];
    world.club.answer = (connection, command) =>
      world.club.refuse(connection, command, codes.shift() ?? 'room_full');
    club.show({ room: 'R' });
    await world.pass(5000);
    expect(refusals.map(({ code }) => code)).toEqual(['room_full']);
  });

  it('is not refused any more when another is shown', async () => {
    open();
    await world.pass(100);
    world.club.answer = (connection, command) =>
      command.room === 'OLD'
        ? world.club.refuse(connection, command, 'room_unknown')
        : world.club.page(connection, command);
    club.show({ room: 'OLD' });
    await world.pass(10);
    club.show({ room: 'NEW' });
    await world.pass(1000);
    expect(refusals).toEqual([]);
    expect(told).toMatchObject([{ room: { id: 'NEW' } }]);
  });

  it('is asked for once while the answer is awaited, however often it is shown', async () => {
    open();
    await world.pass(100);
    for (let i = 0; i < 5; i++) club.show({ room: 'R' });
    await world.pass(1000);
    expect(world.club.last.commands).toHaveLength(1);
    club.show({ room: 'R' });
    await world.pass(100);
    expect(world.club.last.commands).toHaveLength(2);
  });

  it('is looked at anew when it is seen again (RECO-08)', async () => {
    open();
    club.show({ game: 'G' });
    await world.pass(100);
    world.club.page = (connection, { id }) =>
      connection.post({ type: 'state', game: game('G', 9) }, id);
    world.fire('visible');
    await world.pass(100);
    expect(told.at(-1)).toMatchObject({ game: { v: 9 } });
  });

  it('stays put aside when it was one tab too many, until it is shown again (RECO-04)', async () => {
    open();
    club.show({ room: 'R' });
    await world.pass(100);
    world.club.last.post({ type: 'retired' });
    await world.pass(100);
    expect(told.at(-1)).toMatchObject({ type: 'retired' });
    world.fire('visible');
    world.club.last.cut();
    await world.pass(1000);
    expect(world.club.last.texts).toEqual([]);
    club.show({ room: 'R' });
    await world.pass(100);
    expect(actions(world.club.last.commands)).toEqual(['sync']);
  });
});
