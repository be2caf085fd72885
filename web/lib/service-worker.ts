// SPDX-License-Identifier: Apache-2.0

import { whenIdle } from './when-idle.ts';

/**
 * Registers the worker that opens the app without a network and shows push messages (web/service-worker). Waits until
 * the page has loaded and is idle. Only for players; visitors don't need it.
 */
export const workerPath = '/service-worker.js';

interface Connection {
  saveData?: boolean;
}

/** Where workers aren't available, such as in private windows, the app works without one. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  // Browsers in data-saving mode don't download half a megabyte in advance.
  if ((navigator as { connection?: Connection }).connection?.saveData) return;
  whenIdle(() => void navigator.serviceWorker.register(workerPath).catch(() => {}));
}
