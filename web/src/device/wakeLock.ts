/** Keeps the screen on while one thinks over a move against the clock. */

export interface WakeLock {
  /** Holds it from now on, or not any more; as often as one likes. */
  hold(wanted: boolean): void;
  destroy(): void;
}

export function createWakeLock(): WakeLock {
  const { wakeLock } = navigator as Partial<Navigator>;
  let wanted = false;
  let asking = false;
  let lock: WakeLockSentinel | undefined;

  async function settle(): Promise<void> {
    if (asking) return;
    if (!wanted) {
      const old = lock;
      lock = undefined;
      await old?.release().catch(() => {});
      return;
    }
    // The browser takes it back whenever the page is hidden.
    if (!wakeLock || (lock && !lock.released) || document.visibilityState !== 'visible') return;
    asking = true;
    try {
      lock = await wakeLock.request('screen');
    } catch {
      // Low battery, or not allowed: the game goes on without it.
    }
    asking = false;
    if (!wanted) await settle();
  }

  const seen = () => void settle();
  document.addEventListener('visibilitychange', seen);

  return {
    hold(next) {
      wanted = next;
      void settle();
    },
    destroy() {
      document.removeEventListener('visibilitychange', seen);
      wanted = false;
      void settle();
    },
  };
}
