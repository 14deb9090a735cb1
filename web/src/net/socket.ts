/** One socket, from the handshake to its end. */
import { PROTOCOL } from './config';
import type { Environment, Socket } from './environment';

/** A handshake that takes longer is given up. */
const HANDSHAKE = 10_000;

export interface Line {
  send(text: string): void;
  /** Ends it; nothing is heard of it any more. */
  close(): void;
}

export interface LineEvents {
  opened(): void;
  text(text: unknown): void;
  /** Not after `close`. */
  closed(wasOpen: boolean): void;
}

export function openLine(env: Environment, url: string, token: string, on: LineEvents): Line {
  let socket: Socket | undefined;
  let open = false;

  function close(): void {
    cancel();
    const old = socket;
    socket = undefined;
    if (!old) return;
    old.onopen = old.onmessage = old.onclose = null;
    old.close();
  }

  function lost(): void {
    close();
    on.closed(open);
  }

  let cancel = env.after(HANDSHAKE, lost);
  try {
    socket = env.socket(url, [PROTOCOL, token]);
    socket.onopen = () => {
      cancel();
      open = true;
      on.opened();
    };
    socket.onmessage = ({ data }) => on.text(data);
    socket.onclose = lost;
  } catch {
    // An address that the browser does not take, now or ever: told like any failure, later.
    cancel();
    cancel = env.after(0, lost);
  }

  return {
    close,
    send(text) {
      try {
        socket?.send(text);
      } catch {
        // It is closing, and will say so.
      }
    },
  };
}
