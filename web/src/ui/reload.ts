/** Loads the page anew, and the newest one: a worker that waits would serve the old page again. */
const PATIENCE = 5000;

async function newestWorker(): Promise<ServiceWorker | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.update().catch(() => {});
  const installing = registration?.installing;
  if (installing) {
    await new Promise<void>((resolve) => {
      installing.addEventListener('statechange', () => resolve());
      setTimeout(resolve, PATIENCE);
    });
  }
  return registration?.waiting ?? undefined;
}

export async function reload(): Promise<void> {
  const worker = await newestWorker();
  if (!worker) return location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
  worker.postMessage({ type: 'SKIP_WAITING' });
  setTimeout(() => location.reload(), PATIENCE);
}
