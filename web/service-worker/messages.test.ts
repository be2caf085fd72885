// SPDX-License-Identifier: Apache-2.0

import { beforeEach, describe, expect, it, vi } from 'vitest';

// Imported by URL, because its types are those of a worker, not of a page.
const { takeMessages } = (await import(new URL('./messages.ts', import.meta.url).href)) as {
  takeMessages: () => void;
};

const origin = 'https://ring.test';

interface FakePage {
  url: string;
  focused: boolean;
  focus: () => Promise<void>;
  postMessage: (data: unknown, ports?: MessagePort[]) => void;
}

/** The worker's global scope, as far as messages need it. */
function fakeScope() {
  const handlers = new Map<string, (event: object) => void>();
  const pages: FakePage[] = [];
  return {
    handlers,
    pages,
    location: { origin },
    addEventListener: (name: string, handler: (event: object) => void) => handlers.set(name, handler),
    registration: {
      showNotification: vi.fn(async () => undefined),
      pushManager: { subscribe: vi.fn(async () => undefined) },
    },
    clients: { matchAll: async () => pages, openWindow: vi.fn(async () => null) },
  };
}

let scope: ReturnType<typeof fakeScope>;
beforeEach(() => {
  scope = fakeScope();
  vi.stubGlobal('self', scope);
  takeMessages();
});

/** Dispatches an event and waits for everything passed to `waitUntil`. */
async function hand(name: string, event: object): Promise<void> {
  const waited: Promise<unknown>[] = [];
  scope.handlers.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => waited.push(work) });
  await Promise.all(waited);
}
const push = (text: string | null) =>
  hand('push', { data: text === null ? null : { json: () => JSON.parse(text) } });
async function click(data: unknown): Promise<() => void> {
  const close = vi.fn();
  await hand('notificationclick', { notification: { close, data } });
  return close;
}
function openPage(parts: Partial<FakePage> = {}) {
  const page = {
    url: `${origin}/profile`,
    focused: false,
    focus: vi.fn(async () => {}),
    postMessage: vi.fn(),
    ...parts,
  };
  scope.pages.push(page);
  return page;
}

const message = { id: '7', kind: 'result', title: 'You won', body: 'A challenge', link: '/past-challenges' };

describe('a message', () => {
  it('is shown under its own id, and carries its link', async () => {
    openPage();
    await push(JSON.stringify(message));
    expect(scope.registration.showNotification).toHaveBeenCalledExactlyOnceWith('You won', {
      body: 'A challenge',
      tag: '7',
      silent: false,
      icon: '/icon-192.png',
      badge: '/icon-maskable-192.png',
      data: { link: '/past-challenges' },
    });
  });

  it('is shown silently while a page is focused, because Safari ends subscriptions that show nothing', async () => {
    openPage();
    openPage({ focused: true });
    await push(JSON.stringify(message));
    expect(scope.registration.showNotification).toHaveBeenCalledExactlyOnceWith(
      'You won',
      expect.objectContaining({ tag: '7', silent: true }),
    );
  });

  it.each([null, '', 'no JSON', '7', 'null', '{"id":"1"}', JSON.stringify({ ...message, link: 7 })])(
    'is shown with a general text when its content is %j',
    async (text) => {
      await push(text);
      expect(scope.registration.showNotification).toHaveBeenCalledExactlyOnceWith(
        'You have news',
        expect.objectContaining({ data: { link: '/home' } }),
      );
    },
  );
});

describe('a subscription that the browser changes', () => {
  const applicationServerKey = new ArrayBuffer(65);
  const oldSubscription = { options: { applicationServerKey } };

  it('is renewed with the same key, and open pages are notified', async () => {
    const page = openPage();
    await hand('pushsubscriptionchange', { oldSubscription, newSubscription: null });
    expect(scope.registration.pushManager.subscribe).toHaveBeenCalledExactlyOnceWith({
      userVisibleOnly: true,
      applicationServerKey,
    });
    expect(page.postMessage).toHaveBeenCalledExactlyOnceWith('push-renewed');
  });

  it.each([
    ['the browser has made another', { oldSubscription, newSubscription: {} }],
    ['its key is not known', { oldSubscription: null, newSubscription: null }],
  ])('is left to the page when %s', async (_what, change) => {
    const page = openPage();
    await hand('pushsubscriptionchange', change);
    expect(scope.registration.pushManager.subscribe).not.toHaveBeenCalled();
    expect(page.postMessage).toHaveBeenCalledExactlyOnceWith('push-renewed');
  });
});

describe('a press on a message', () => {
  /** A page that answers whether it navigates. */
  const answering = (isGoing: boolean) =>
    vi.fn((_question: unknown, ports: MessagePort[] = []) => ports[0]?.postMessage(isGoing));

  it('only focuses a page that already shows its link', async () => {
    const other = openPage({ postMessage: answering(true) });
    const page = openPage({ url: `${origin}/past-challenges/` });
    const close = await click({ link: '/past-challenges' });
    expect(close).toHaveBeenCalledOnce();
    expect(page.focus).toHaveBeenCalledOnce();
    expect(page.postMessage).not.toHaveBeenCalled();
    expect(other.postMessage).not.toHaveBeenCalled();
    expect(scope.clients.openWindow).not.toHaveBeenCalled();
  });

  it('makes a free page go to the link', async () => {
    const busy = openPage({ postMessage: answering(false) });
    const page = openPage({ postMessage: answering(true) });
    await click({ link: '/giveaways/7?from=bell#draw' });
    const question = { kind: 'go-to', address: '/giveaways/7?from=bell#draw', until: expect.any(Number) };
    expect(page.postMessage).toHaveBeenCalledExactlyOnceWith(question, [expect.anything()]);
    expect(page.focus).toHaveBeenCalledOnce();
    expect(busy.focus).not.toHaveBeenCalled();
    expect(scope.clients.openWindow).not.toHaveBeenCalled();
  });

  it('opens a window when no page is open or free', { tags: ['long'] }, async () => {
    await click({ link: '/events' });
    expect(scope.clients.openWindow).toHaveBeenLastCalledWith(`${origin}/events`);
    const busy = openPage({ postMessage: answering(false) });
    const asleep = openPage();
    await click({ link: '/events' });
    expect(scope.clients.openWindow).toHaveBeenCalledTimes(2);
    for (const page of [busy, asleep]) expect(page.focus).not.toHaveBeenCalled();
  });

  it.each([
    { link: 'https://evil.test/events' },
    { link: '//evil.test' },
    { link: 'javascript:alert(1)' },
    { link: 'https://' },
    null,
  ])('stays within the app when the content is invalid: %j', async (data) => {
    await click(data);
    const [[address]] = scope.clients.openWindow.mock.calls as unknown as [[string]];
    expect(new URL(address).origin).toBe(origin);
  });
});
