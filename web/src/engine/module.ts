/** The rules' WebAssembly and how text crosses its border; shared/browser/src/exports.rs is the other side. */

interface Exports {
  memory: WebAssembly.Memory;
  damero_request(length: number): number;
  damero_answer(): number;
  damero_answer_at(): number;
}

/** Answers a request. Throws if the rules broke down; they are then of no more use. */
export type Ask = (request: string) => string;

export function border(instance: WebAssembly.Instance): Ask {
  const rules = instance.exports as unknown as Exports;
  // The memory may have grown, and moved, at every call.
  const bytes = (at: number, length: number) => new Uint8Array(rules.memory.buffer, at, length);
  return (request) => {
    const asked = new TextEncoder().encode(request);
    bytes(rules.damero_request(asked.length), asked.length).set(asked);
    const length = rules.damero_answer();
    return new TextDecoder().decode(bytes(rules.damero_answer_at(), length));
  };
}
