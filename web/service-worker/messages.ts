// SPDX-License-Identifier: Apache-2.0

/** Messages that the server sends to this device (docs/rules/notifications.md). */
import { type GoTo, pushRenewed } from '../../contract/offline.ts';

declare const self: ServiceWorkerGlobalScope;

/** A page that takes longer is asleep, or too old to know the question. */
const answersWithinMs = 500;

interface Message {
  id: string;
  title: string;
  body: string;
  link: string;
}

/** Shown for a message that can't be read, such as one from a later version. */
const unreadable: Message = {
  id: 'unreadable',
  title: 'You have news',
  body: 'Open the app to read it.',
  link: '/home',
};

function readMessage(data: PushMessageData | null): Message {
  try {
    const { id, title, body, link } = (data?.json() ?? {}) as Record<string, unknown>;
    const isMessage = [id, title, body, link].every((part) => typeof part === 'string');
    return isMessage ? ({ id, title, body, link } as Message) : unreadable;
  } catch {
    return unreadable;
  }
}

/** Always an address on this site; a message could name any other. */
function toOwnAddress(link: unknown): string {
  const url = URL.canParse(String(link), self.location.origin)
    ? new URL(String(link), self.location.origin)
    : new URL('/home', self.location.origin);
  return url.origin === self.location.origin ? url.href : `${self.location.origin}/home`;
}

function getPages(): Promise<readonly WindowClient[]> {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true });
}

/**
 * Shows every push, since Safari cancels subscriptions that stay silent. It is silent if a page has the focus, because
 * the page shows the news too.
 */
async function show({ id, title, body, link }: Message): Promise<void> {
  const isSeen = (await getPages()).some(({ focused }) => focused);
  // If a message comes twice, the second replaces the first.
  await self.registration.showNotification(title, {
    body,
    tag: id,
    silent: isSeen,
    icon: '/icon-192.png',
    badge: '/icon-maskable-192.png',
    data: { link },
  });
}

/** Asks the page to navigate to that address; false if it doesn't. */
function goTo(page: WindowClient, address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const done = (isGoing: boolean) => {
      clearTimeout(timer);
      port1.close();
      resolve(isGoing);
    };
    const timer = setTimeout(() => done(false), answersWithinMs);
    port1.onmessage = ({ data }) => done(data === true);
    page.postMessage({ kind: 'go-to', address, until: Date.now() + answersWithinMs } satisfies GoTo, [port2]);
  });
}

const withoutSlash = (address: string) => address.replace(/\/$/, '');

/** Never forces a page to navigate: it may have a half-filled form, or a card payment that waits for the bank. */
async function open(link: unknown): Promise<void> {
  const address = toOwnAddress(link);
  const pages = await getPages();
  const there = pages.find(({ url }) => withoutSlash(url) === withoutSlash(address));
  if (there) return void (await there.focus());
  for (const page of pages) {
    if (await goTo(page, address.slice(self.location.origin.length))) return void (await page.focus());
  }
  await self.clients.openWindow(address);
}

/**
 * The browser has a new subscription or none: subscribes again without asking, because the player has allowed it. The
 * worker has no session, so an open page tells the server, or the next one that opens
 * (web/features/notifications/push-renewal.ts).
 */
async function renew({ oldSubscription, newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  const applicationServerKey = oldSubscription?.options.applicationServerKey;
  if (!newSubscription && applicationServerKey) {
    await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  }
  for (const page of await getPages()) page.postMessage(pushRenewed);
}

export function takeMessages(): void {
  self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));
  self.addEventListener('push', (event) => {
    event.waitUntil(show(readMessage(event.data)));
  });
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open((event.notification.data as { link?: unknown } | null)?.link));
  });
}
