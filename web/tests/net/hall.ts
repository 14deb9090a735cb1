/** A club of one browser in a world of its own, made anew for each test of the file that imports it. */
import { afterEach, beforeEach, vi } from 'vitest';
import { createClub } from '../../src/net/club';
import type { Answer, Club, Status } from '../../src/net/types';
import type { Envelope, Refused } from '../../src/proto/wire';
import { createWorld, type Command, type World } from './world';

export const MINUTE = 60_000;
export const NEW_ROOM = { rule_set: 'vezz-8x8', colour: 'mine' } as const;

export let world: World;
export let club: Club;
export let told: Envelope[];
export let statuses: Status[];
export let refusals: Refused[];

beforeEach(() => {
  world = createWorld();
});

afterEach(() => {
  club.close();
  vi.useRealTimers();
});

export function open(): void {
  club = createClub(world.env);
  [told, statuses, refusals] = [[], [], []];
  club.onMessage((message) => told.push(message));
  club.onStatus((status) => statuses.push(status));
  club.onPageRefused((refused) => refusals.push(refused));
}

/** The answer, as soon as there is one. */
export function answerOf(promise: Promise<Answer>): { answer?: Answer } {
  const held: { answer?: Answer } = {};
  void promise.then((answer) => (held.answer = answer));
  return held;
}

export const actions = (commands: Command[]) => commands.map(({ action }) => action);
export const off = () => Math.abs(club.now() - world.club.now());
export const move = (turn_no: number) => ({ game: 'G', turn_no, path: [11, 15] });
