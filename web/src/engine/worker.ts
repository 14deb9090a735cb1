/** The rules' own thread: what is asked here never makes the page wait. */
import { border, type Ask } from './module';
import type { Asked, Told } from './engine';
import address from './generated/damero.wasm?url';

async function load(): Promise<Ask> {
  const { instance } = await WebAssembly.instantiateStreaming(fetch(address));
  return border(instance);
}

const loaded = load();

async function answer({ nr, request }: Asked): Promise<Told> {
  try {
    return { nr, answer: (await loaded)(request) };
  } catch (error) {
    return { nr, broken: String(error) };
  }
}

addEventListener('message', (event: MessageEvent<Asked>) => {
  void answer(event.data).then((told) => postMessage(told));
});
