// SPDX-License-Identifier: Apache-2.0

/**
 * The player whose messages this browser receives. On the server, messages end with the session. Here they end when the
 * player leaves, so that the next person at this browser gets none of them.
 */
import { deviceStorage } from './device-storage.ts';

export const pushOwnerKey = 'messagesFor';
/** The subscription address last reported to the server. The browser may renew it at any time. */
export const pushAddressKey = 'messagesAt';
/** The player who pressed "Not now". */
export const pushDeclinedKey = 'messagesDeclined';

async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close();
}

/** Stops messages on this browser and closes displayed ones. */
export function forgetPush(): void {
  deviceStorage.removeItem(pushOwnerKey);
  deviceStorage.removeItem(pushAddressKey);
  if (typeof navigator === 'undefined' || !('serviceWorker' in navigator)) return;
  unsubscribe().catch(() => {});
}
