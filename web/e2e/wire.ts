/** A person's line to the club, to be cut in either direction. */
import type { Person } from './person';

export class Wire {
  /** What the page sends gets lost. */
  mute = false;
  /** What the club sends gets lost. */
  deaf = false;

  /** Goes between; the person opens their page afterwards. */
  static async tap({ context }: Pick<Person, 'context'>): Promise<Wire> {
    const wire = new Wire();
    await context.routeWebSocket(/./, (page) => {
      const club = page.connectToServer();
      page.onMessage((message) => wire.mute || club.send(message));
      club.onMessage((message) => wire.deaf || page.send(message));
    });
    return wire;
  }

  cut(): void {
    [this.mute, this.deaf] = [true, true];
  }

  mend(): void {
    [this.mute, this.deaf] = [false, false];
  }
}
