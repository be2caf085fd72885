// SPDX-License-Identifier: Apache-2.0

import { whenIdle } from './when-idle.ts';

/**
 * The worker that opens the app without a network and shows messages (web/service-worker). It is registered once the page
 * has loaded and is idle, and only for players: visitors have no use for it.
 */
export const workerPath = '/service-worker.js';

interface Connection {
  saveData?: boolean;
}

/** Where workers are not available, such as in a private window, the app works without one. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  // Browsers that save data do not get half a megabyte in advance.
  if ((navigator as { connection?: Connection }).connection?.saveData) return;
  whenIdle(() => void navigator.serviceWorker.register(workerPath).catch(() => {}));
}
