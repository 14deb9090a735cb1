import { expect, it } from 'vitest';
import { createSounds, type Sound } from '../../src/device/sounds';

const param = () => ({ value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {} });
const node = (more = {}) => ({ connect: (to: unknown) => to, ...more });

/** As much of an audio context as is played on. */
function studio(first: AudioContextState = 'running') {
  const made: Context[] = [];
  const played = { starts: [] as number[], levels: [] as number[] };

  const source = () =>
    node({
      frequency: param(),
      start: (at: number) => void played.starts.push(at),
      stop() {},
    });

  class Context {
    state = first;
    currentTime = 5;
    sampleRate = 100;
    destination = {};
    constructor() {
      made.push(this);
    }
    resume = async () => {
      await undefined;
      this.state = 'running';
    };
    close = async () => void (this.state = 'closed');
    createGain = () => {
      const gain = {
        ...param(),
        setValueAtTime: (level: number) => void played.levels.push(level),
      };
      return node({ gain });
    };
    createOscillator = source;
    createBufferSource = source;
    createBiquadFilter = () => node({ frequency: param(), Q: param() });
    createBuffer = (_: number, length: number) => ({
      getChannelData: () => new Float32Array(length),
    });
  }
  return { Audio: Context as unknown as new () => AudioContext, made, played };
}

const page = () => new EventTarget() as unknown as Window;
const touch = (window: Window) => window.dispatchEvent(new Event('pointerdown'));

const ALL: Sound[] = ['move', 'capture', 'crown', 'huff', 'start', 'yourTurn', 'end', 'lowTime'];

it('is silent until a person touches the page', () => {
  const { Audio, made, played } = studio();
  const window = page();
  const sounds = createSounds(Audio, window);
  sounds.play('move');
  expect(made).toHaveLength(0);
  touch(window);
  sounds.play('move');
  expect(played.starts.length).toBeGreaterThan(0);
  touch(window);
  expect(made).toHaveLength(1);
});

it.each(ALL)('plays %s, short and not loud', (sound) => {
  const { Audio, played } = studio();
  const window = page();
  const sounds = createSounds(Audio, window);
  touch(window);
  sounds.play(sound);
  expect(played.starts.length).toBeGreaterThan(0);
  for (const at of played.starts) expect(at).toBeLessThan(6);
  for (const level of played.levels) expect(level).toBeLessThanOrEqual(1);
});

it('is silent when muted, and makes nothing then', () => {
  const { Audio, made, played } = studio();
  const window = page();
  const sounds = createSounds(Audio, window);
  sounds.mute(true);
  touch(window);
  sounds.play('end');
  expect(made).toHaveLength(0);
  sounds.mute(false);
  touch(window);
  sounds.play('end');
  expect(played.starts.length).toBeGreaterThan(0);
});

it('plays nothing late: what comes while the device holds it back is dropped', async () => {
  const { Audio, played } = studio('suspended');
  const window = page();
  const sounds = createSounds(Audio, window);
  touch(window);
  sounds.play('move');
  expect(played.starts).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve));
  sounds.play('move');
  expect(played.starts.length).toBeGreaterThan(0);
});

it.each([
  ['no audio', undefined],
  [
    'audio that fails',
    function () {
      throw new Error('no device');
    } as unknown as new () => AudioContext,
  ],
])('does no harm with %s', (_, Audio) => {
  const window = page();
  const sounds = createSounds(Audio, window);
  touch(window);
  sounds.play('move');
  sounds.destroy();
});

it('ends with its page', () => {
  const { Audio, made } = studio();
  const window = page();
  const sounds = createSounds(Audio, window);
  touch(window);
  sounds.destroy();
  expect(made[0]?.state).toBe('closed');
  touch(window);
  sounds.play('move');
  expect(made).toHaveLength(1);
});
