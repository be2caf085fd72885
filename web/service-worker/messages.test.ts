// SPDX-License-Identifier: Apache-2.0

import { beforeEach, describe, expect, it, vi } from 'vitest';

// Imported by URL, because its types are those of a worker, not of a page.
const { takeMessages } = (await import(new URL('./messages.ts', import.meta.url).href)) as {
  takeMessages: () => void;
};

const origin = 'https://ring.test';

interface FakePage {
  focused: boolean;
  focus: () => Promise<void>;
  navigate: (address: string) => Promise<void>;
  postMessage: (data: unknown) => void;
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

/** Dispatches an event, and waits for everything that it passes to `waitUntil`. */
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
    focused: false,
    focus: vi.fn(async () => {}),
    navigate: vi.fn(async () => {}),
    postMessage: vi.fn(),
    ...parts,
  };
  scope.pages.push(page);
  return page;
}

const message = { id: '7', kind: 'result', title: 'You won', body: 'A challenge', link: '/past-challenges' };

describe('a message', () => {
  it('is shown under its own id, and carries where it leads', async () => {
    openPage();
    await push(JSON.stringify(message));
    expect(scope.registration.showNotification).toHaveBeenCalledExactlyOnceWith('You won', {
      body: 'A challenge',
      tag: '7',
      icon: '/icon-192.png',
      badge: '/icon-maskable-192.png',
      data: { link: '/past-challenges' },
    });
  });

  it('is not shown where somebody looks at a page, which says it itself', async () => {
    openPage();
    openPage({ focused: true });
    await push(JSON.stringify(message));
    expect(scope.registration.showNotification).not.toHaveBeenCalled();
  });

  it.each([null, '', 'no JSON', '7', 'null', '{"id":"1"}', JSON.stringify({ ...message, link: 7 })])(
    'is none where %j came',
    async (text) => {
      await push(text);
      expect(scope.registration.showNotification).not.toHaveBeenCalled();
    },
  );
});

describe('a subscription that the browser changes', () => {
  const applicationServerKey = new ArrayBuffer(65);
  const oldSubscription = { options: { applicationServerKey } };

  it('is made again with the same key, without asking, and open pages are told', async () => {
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
  ])('is left to the page where %s', async (_what, change) => {
    const page = openPage();
    await hand('pushsubscriptionchange', change);
    expect(scope.registration.pushManager.subscribe).not.toHaveBeenCalled();
    expect(page.postMessage).toHaveBeenCalledExactlyOnceWith('push-renewed');
  });
});

describe('a press on it', () => {
  it('leads a page that is open there', async () => {
    const page = openPage();
    const close = await click({ link: '/past-challenges' });
    expect(close).toHaveBeenCalledOnce();
    expect(page.focus).toHaveBeenCalledOnce();
    expect(page.navigate).toHaveBeenCalledExactlyOnceWith(`${origin}/past-challenges`);
    expect(scope.clients.openWindow).not.toHaveBeenCalled();
  });

  it('opens a page where none is, or none that can be led', async () => {
    await click({ link: '/giveaways/7?from=bell#draw' });
    expect(scope.clients.openWindow).toHaveBeenLastCalledWith(`${origin}/giveaways/7?from=bell#draw`);
    openPage({ navigate: () => Promise.reject(new TypeError('not controlled')) });
    await click({ link: '/events' });
    expect(scope.clients.openWindow).toHaveBeenLastCalledWith(`${origin}/events`);
  });

  it.each([
    { link: 'https://evil.test/events' },
    { link: '//evil.test' },
    { link: 'javascript:alert(1)' },
    { link: 'https://' },
    null,
  ])('leads nowhere else when something odd was sent: %j', async (data) => {
    await click(data);
    const [[address]] = scope.clients.openWindow.mock.calls as unknown as [[string]];
    expect(new URL(address).origin).toBe(origin);
  });
});
