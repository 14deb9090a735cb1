/** A whole club of one's own: `damero-local` on free ports, with data that are thrown away. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const env = process.env;
const TARGET = resolve(ROOT, env['CARGO_TARGET_DIR'] ?? 'target');
const SERVER = env['DAMERO_LOCAL'] ?? join(TARGET, 'debug/damero-local');
const CLIENT = env['DAMERO_DIST'] ?? join(ROOT, 'web/dist');

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

export class Club {
  readonly url: string;
  private readonly data = mkdtempSync(join(tmpdir(), 'damero-e2e-'));
  private server: ChildProcess | undefined;

  private constructor(
    private readonly http: number,
    private readonly database: number,
  ) {
    this.url = `http://127.0.0.1:${http}`;
  }

  static async open(): Promise<Club> {
    for (const path of [SERVER, join(CLIENT, 'index.html')]) {
      if (!existsSync(path)) throw new Error(`${path} has not been built`);
    }
    const club = new Club(await freePort(), await freePort());
    await club.start();
    return club;
  }

  /** Starts it, on the data and addresses it had before. */
  async start(): Promise<void> {
    const options = {
      http: `127.0.0.1:${this.http}`,
      dynamodb: `127.0.0.1:${this.database}`,
      data: this.data,
      static: CLIENT,
    };
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    if (env['DAMERO_LAMBDAS'] === '1') args.push('--lambdas');
    const server = spawn(SERVER, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
    this.server = server;
    await new Promise<void>((done, fail) => {
      server.stdout.once('data', () => done());
      server.once('exit', (code) => fail(new Error(`damero-local ended with ${code}`)));
    });
  }

  /** As when the machine loses its power. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  async close(): Promise<void> {
    await this.end('SIGINT');
    rmSync(this.data, { recursive: true, force: true });
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { server } = this;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((done) => server.once('exit', done));
    server.kill(signal);
    await ended;
  }

  /** Moves the club's clock on; whatever becomes due by that happens. */
  async advance(ms: number): Promise<void> {
    await this.post('/_local/clock', { advance_ms: ms });
  }

  /** Sets it, as in `2031-03-03T12:00:00Z`. */
  async set(time: string): Promise<void> {
    await this.post('/_local/clock', { set: time });
  }

  /** What an administrator does: the function's answer. */
  async invoke(name: string, event: object): Promise<unknown> {
    const answer = await this.post(`/2015-03-31/functions/${name}/invocations`, event);
    return answer.json();
  }

  private async post(path: string, body: object): Promise<Response> {
    const answer = await fetch(this.url + path, { method: 'POST', body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
    return answer;
  }
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
