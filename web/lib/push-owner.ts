// SPDX-License-Identifier: Apache-2.0

/**
 * Whose messages this browser takes. They end with the session on the server; here they end when the player leaves, so that
 * nobody who comes next is told anything.
 */
import { deviceStorage } from './device-storage.ts';

export const pushOwnerKey = 'messagesFor';
/** When somebody pressed "Not now". */
export const pushDeclinedKey = 'messagesDeclined';

async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close();
}

/** No messages on this browser any more, and none left on its screen. */
export function forgetPush(): void {
  deviceStorage.removeItem(pushOwnerKey);
  if (typeof navigator === 'undefined' || !('serviceWorker' in navigator)) return;
  unsubscribe().catch(() => {});
}
