// SPDX-License-Identifier: Apache-2.0

/** Messages that the server sends to this device (docs/rules.md, Notifications). */
import { pushRenewed } from '../../contract/offline.ts';

declare const self: ServiceWorkerGlobalScope;

interface Message {
  id: string;
  title: string;
  body: string;
  link: string;
}

function readMessage(data: PushMessageData | null): Message | undefined {
  try {
    const { id, title, body, link } = (data?.json() ?? {}) as Record<string, unknown>;
    const isMessage = [id, title, body, link].every((part) => typeof part === 'string');
    return isMessage ? ({ id, title, body, link } as Message) : undefined;
  } catch {
    return undefined;
  }
}

/** Always an address on this site: a message could name any other. */
function toOwnAddress(link: unknown): string {
  const url = URL.canParse(String(link), self.location.origin)
    ? new URL(String(link), self.location.origin)
    : new URL('/home', self.location.origin);
  return url.origin === self.location.origin ? url.href : `${self.location.origin}/home`;
}

function getPages(): Promise<readonly WindowClient[]> {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true });
}

/** A page that has the focus shows it by itself. */
async function show(message: Message): Promise<void> {
  if ((await getPages()).some(({ focused }) => focused)) return;
  const { id, title, body, link } = message;
  // If a message comes twice, the second replaces the first.
  await self.registration.showNotification(title, {
    body,
    tag: id,
    icon: '/icon-192.png',
    badge: '/icon-maskable-192.png',
    data: { link },
  });
}

async function open(link: unknown): Promise<void> {
  const address = toOwnAddress(link);
  const [page] = await getPages();
  if (!page) return void (await self.clients.openWindow(address));
  await page.focus();
  // A page that this worker does not control cannot be navigated.
  await page.navigate(address).catch(() => self.clients.openWindow(address));
}

/**
 * The browser has another subscription, or none any more: subscribes again without asking, as the player has allowed it.
 * Open pages tell the server, otherwise the next one does (web/features/notifications/push-offer.tsx); the worker has no
 * session to do it with.
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
    const message = readMessage(event.data);
    if (message) event.waitUntil(show(message));
  });
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open((event.notification.data as { link?: unknown } | null)?.link));
  });
}
