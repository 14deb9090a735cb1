/** The device's own ways to pass a link on. */

export type Shared = 'shared' | 'cancelled' | 'unavailable';

/** Whether there is a share sheet for this. */
export function canShare(data: ShareData): boolean {
  const device = navigator as Partial<Navigator>;
  return typeof device.share === 'function' && (device.canShare?.(data) ?? true);
}

/** Opens the share sheet; call it from a gesture. */
export async function share(data: ShareData): Promise<Shared> {
  if (!canShare(data)) return 'unavailable';
  try {
    await navigator.share(data);
    return 'shared';
  } catch (error) {
    // Anything else than a person's no: a policy, or a sheet that is open already.
    return (error as Partial<DOMException> | null)?.name === 'AbortError'
      ? 'cancelled'
      : 'unavailable';
  }
}

/** Puts a text on the clipboard; tells whether it is there. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** For pages and browsers without the clipboard's own interface. */
function copySelected(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.setAttribute('aria-hidden', 'true');
  area.style.cssText = 'position:fixed;inset:0 auto auto 0;opacity:0;font-size:16px';
  // Inside an open dialog nothing outside of it can be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
