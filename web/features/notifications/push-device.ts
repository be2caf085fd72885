// SPDX-License-Identifier: Apache-2.0

/** This browser as a device for push messages: its permission and its subscription. */
import type { SubscriptionInput } from '../../../contract/notification-settings.ts';
import { workerPath } from '../../lib/service-worker.ts';

/**
 * `install`: iPhones and iPads receive messages only if the site is on the home screen. `blocked`: the player declined
 * the browser's question, which it asks only once.
 */
export type PushState = 'unsupported' | 'install' | 'blocked' | 'off' | 'on';

function isHomeScreenMissing(): boolean {
  return 'standalone' in navigator && navigator.standalone === false;
}

function getRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker.getRegistration();
}

async function getSubscription(): Promise<PushSubscription | null> {
  return (await getRegistration())?.pushManager?.getSubscription() ?? null;
}

/** The address of this browser's subscription; undefined if it has none. */
export async function readAddress(): Promise<string | undefined> {
  return (await getSubscription())?.endpoint;
}

export async function readPushState(): Promise<PushState> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return isHomeScreenMissing() ? 'install' : 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && (await getSubscription()) ? 'on' : 'off';
}

const toBytes = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (part) => part.charCodeAt(0));

function isFor(serverKey: string, { options }: PushSubscription): boolean {
  const given = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  const wanted = toBytes(serverKey);
  return given.length === wanted.length && given.every((byte, place) => byte === wanted[place]);
}

const answersWithinMs = 15_000;

/** Firefox waits without end for a push service that it can't reach. */
function silence(): Promise<never> {
  const error = new Error(
    'Your browser’s push service didn’t answer. Check your connection, then try again.',
  );
  return new Promise((_resolve, reject) => setTimeout(reject, answersWithinMs, error));
}

/**
 * Subscribes this browser unless it is subscribed. Call it when a button is pressed, because the browser asks the
 * player.
 * @returns undefined if the player declines
 * @throws an error if the browser's push service refuses, or doesn't answer within 15 seconds
 */
export async function subscribe(serverKey: string): Promise<SubscriptionInput | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  return Promise.race([subscribeOnceAllowed(serverKey), silence()]);
}

async function subscribeOnceAllowed(serverKey: string): Promise<SubscriptionInput> {
  await navigator.serviceWorker.register(workerPath);
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (known && !isFor(serverKey, known)) await known.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: toBytes(serverKey),
  });
  return subscription.toJSON() as SubscriptionInput;
}
