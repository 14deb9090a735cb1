/** What every file of tests needs: a club, a browser, and people who come for one test. */
import { chromium, type Browser, type BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { Club, HOUR } from './club';
import { Person } from './person';

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export class House {
  club!: Club;
  browser!: Browser;
  private people: Person[] = [];

  async open(): Promise<void> {
    const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
    [this.club, this.browser] = await Promise.all([
      Club.open(),
      chromium.launch({ executablePath, args: QUIET }),
    ]);
  }

  async close(): Promise<void> {
    await this.browser?.close();
    await this.club?.close();
  }

  async person(options?: BrowserContextOptions): Promise<Person> {
    const person = await Person.come(this.browser, this.club.url, options);
    this.people.push(person);
    return person;
  }

  /** Everybody goes; nobody's browser may have complained. */
  async sweep(): Promise<void> {
    const people = this.people.splice(0);
    const faults = [...new Set(people.flatMap((person) => person.faults))];
    await Promise.all(people.map(({ context }) => context.close()));
    expect(faults, 'what the browsers complained of').toEqual([]);
  }
}

/** One club and one browser for the tests of a file. */
export function openHouse(): House {
  const house = new House();
  beforeAll(() => house.open());
  // A club admits twenty new people an hour from one address.
  beforeEach(() => house.club.advance(HOUR));
  afterEach(() => house.sweep());
  afterAll(() => house.close());
  return house;
}
