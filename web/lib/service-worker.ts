// SPDX-License-Identifier: Apache-2.0

import { whenIdle } from './when-idle.ts';

/**
 * The worker that opens the app without a network and shows messages (web/service-worker). It comes once a page is there and
 * nobody waits for anything, and for players alone: visitors have no use for it.
 */
export const workerPath = '/service-worker.js';

interface Connection {
  saveData?: boolean;
}

/** Where it cannot be had, such as in a private window, the app works as it does without. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  // Half a megabyte in advance is for nobody who saves data.
  if ((navigator as { connection?: Connection }).connection?.saveData) return;
  whenIdle(() => void navigator.serviceWorker.register(workerPath).catch(() => {}));
}
