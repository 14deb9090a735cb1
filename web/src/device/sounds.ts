/** The sounds of wood on wood, made here: there is no file to load. */

export type Sound =
  'move' | 'capture' | 'crown' | 'huff' | 'start' | 'yourTurn' | 'end' | 'lowTime';

/** A strike of noise through a narrow band is wood; a tone is a small bell. */
interface Part {
  wood?: true;
  /** Hz. */
  pitch: number;
  /** Seconds: from the sound's start, and until it has faded. */
  at?: number;
  fade: number;
  gain: number;
}

const knock = (pitch: number, gain: number, at = 0): Part[] => [
  { wood: true, pitch, at, fade: 0.05, gain },
  // The board's body under it.
  { pitch: pitch / 6, at, fade: 0.09, gain: gain * 0.5 },
];

const bell = (pitch: number, at = 0, fade = 0.5, gain = 0.12): Part[] => [
  { pitch, at, fade, gain },
  { pitch: pitch * 2.01, at, fade: fade / 2, gain: gain / 4 },
];

const SOUNDS: Record<Sound, Part[]> = {
  move: knock(1100, 0.7),
  capture: [...knock(1400, 0.6), ...knock(900, 0.8, 0.07)],
  crown: [...knock(1100, 0.6), ...bell(784, 0.06), ...bell(1175, 0.16)],
  huff: [...knock(1700, 0.4), { wood: true, pitch: 600, at: 0.05, fade: 0.3, gain: 0.25 }],
  start: [...knock(900, 0.5), ...knock(1200, 0.6, 0.13)],
  yourTurn: bell(587, 0, 0.35, 0.07),
  end: [...bell(659), ...bell(523, 0.18), ...bell(392, 0.36, 0.9)],
  lowTime: knock(2200, 0.3),
};

export interface Sounds {
  /** Plays it, if sounds are on and a person has touched the page. */
  play(sound: Sound): void;
  /** As the setting says. */
  mute(muted: boolean): void;
  destroy(): void;
}

type Context = new () => AudioContext;

export function createSounds(
  Audio: Context | undefined = globalThis.AudioContext,
  target: Pick<Window, 'addEventListener' | 'removeEventListener'> | undefined = globalThis.window,
): Sounds {
  let muted = false;
  let context: AudioContext | undefined;
  let noise: AudioBuffer | undefined;

  /** Browsers want a gesture first, and may suspend it later: each gesture wakes it. */
  function gesture(): void {
    if (muted || !Audio) return;
    try {
      context ??= new Audio();
      if (context.state !== 'running') context.resume().catch(() => {});
    } catch {
      // No sound device: silence.
    }
  }

  const GESTURES = ['pointerdown', 'keydown'] as const;
  for (const type of GESTURES) target?.addEventListener(type, gesture, { capture: true });

  return {
    play(sound) {
      // Suspended, it would all be heard at once later.
      if (muted || context?.state !== 'running') return;
      noise ??= makeNoise(context);
      for (const part of SOUNDS[sound]) strike(context, part, noise);
    },
    mute(next) {
      muted = next;
    },
    destroy() {
      for (const type of GESTURES) target?.removeEventListener(type, gesture, { capture: true });
      context?.close().catch(() => {});
      context = undefined;
    },
  };
}

function strike(audio: AudioContext, part: Part, noise: AudioBuffer): void {
  const { wood, pitch, at = 0, fade, gain } = part;
  const start = audio.currentTime + 0.005 + at;
  const loudness = audio.createGain();
  loudness.gain.setValueAtTime(gain, start);
  loudness.gain.exponentialRampToValueAtTime(0.001, start + fade);
  loudness.connect(audio.destination);

  const source = wood ? rustle(audio, pitch, noise) : tone(audio, pitch);
  source.out.connect(loudness);
  source.from.start(start);
  source.from.stop(start + fade);
}

interface Source {
  from: AudioScheduledSourceNode;
  out: AudioNode;
}

function tone(audio: AudioContext, pitch: number): Source {
  const from = audio.createOscillator();
  from.frequency.value = pitch;
  return { from, out: from };
}

function rustle(audio: AudioContext, pitch: number, noise: AudioBuffer): Source {
  const from = audio.createBufferSource();
  from.buffer = noise;
  const out = audio.createBiquadFilter();
  out.type = 'bandpass';
  out.frequency.value = pitch;
  out.Q.value = 4;
  from.connect(out);
  return { from, out };
}

function makeNoise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
