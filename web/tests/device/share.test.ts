// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { canShare, copy, share } from '../../src/device/share';

const LINK = { title: 'Damero', url: 'https://club.test/r/01J' };

function device(parts: Record<string, unknown>): void {
  vi.stubGlobal('navigator', parts);
}

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const fail = (name: string) => () => Promise.reject(new DOMException('no', name));

describe('sharing', () => {
  it.each([
    ['no sheet', {}, false, 'unavailable'],
    ['a sheet that takes no links', { share() {}, canShare: () => false }, false, 'unavailable'],
    ['an old sheet', { share: async () => {} }, true, 'shared'],
    ['a sheet', { share: async () => {}, canShare: () => true }, true, 'shared'],
    ['a person who thinks better of it', { share: fail('AbortError') }, true, 'cancelled'],
    ['no gesture', { share: fail('NotAllowedError') }, true, 'unavailable'],
    ['a sheet that is open already', { share: fail('InvalidStateError') }, true, 'unavailable'],
  ])('with %s', async (_, parts, can, outcome) => {
    device(parts);
    expect(canShare(LINK)).toBe(can);
    expect(await share(LINK)).toBe(outcome);
  });
});

describe('copying', () => {
  it('uses the clipboard', async () => {
    const written: string[] = [];
    device({ clipboard: { writeText: async (text: string) => void written.push(text) } });
    expect(await copy('hello')).toBe(true);
    expect(written).toEqual(['hello']);
  });

  it.each([
    ['there is no clipboard', {}],
    ['the clipboard refuses', { clipboard: { writeText: () => Promise.reject(new Error()) } }],
  ])('selects the text where %s, and leaves no trace', async (_, parts) => {
    device(parts);
    const button = document.body.appendChild(document.createElement('button'));
    button.focus();
    let selected: string | undefined;
    document.execCommand = () => {
      selected = document.querySelector('textarea')?.value;
      return true;
    };
    expect(await copy('hello')).toBe(true);
    expect(selected).toBe('hello');
    expect(document.querySelector('textarea')).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  it('says when it cannot', async () => {
    device({});
    document.execCommand = () => {
      throw new Error('not supported');
    };
    expect(await copy('hello')).toBe(false);
    expect(document.querySelector('textarea')).toBeNull();
  });
});
