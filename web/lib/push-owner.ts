// SPDX-License-Identifier: Apache-2.0

/**
 * Which player's messages this browser receives. On the server they end with the session; here they end when the player
 * leaves, so that the next person at this browser gets none of them.
 */
import { deviceStorage } from './device-storage.ts';

export const pushOwnerKey = 'messagesFor';
/** The address that the server was told for this browser: the browser may renew it at any time. */
export const pushAddressKey = 'messagesAt';
/** The player who pressed "Not now". */
export const pushDeclinedKey = 'messagesDeclined';

async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close();
}

/** Stops messages on this browser and closes those that it shows. */
export function forgetPush(): void {
  deviceStorage.removeItem(pushOwnerKey);
  deviceStorage.removeItem(pushAddressKey);
  if (typeof navigator === 'undefined' || !('serviceWorker' in navigator)) return;
  unsubscribe().catch(() => {});
}
