// SPDX-License-Identifier: Apache-2.0

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const fetched = vi.fn<typeof fetch>();
let connection: typeof import('./connection.ts');
let publicData: typeof import('./public-data.ts').publicData;

beforeEach(async () => {
  // Fresh copies: test files share a process, and another may have loaded the modules with the real React.
  vi.resetModules();
  vi.doMock('react', () => ({
    useSyncExternalStore: (subscribe: (listener: () => void) => void, read: () => unknown) => {
      subscribe(() => {});
      return read();
    },
  }));
  vi.stubGlobal('fetch', fetched);
  connection = await import('./connection.ts');
  ({ publicData } = await import('./public-data.ts'));
});
afterEach(() => {
  fetched.mockReset();
  vi.doUnmock('react');
});

it('replaces data cached by the service worker once the server answers', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<Response>();
  fetched.mockReturnValue(promise);
  const read = vi
    .fn(async () => 'new')
    .mockImplementationOnce(async () => {
      connection.noteLastKnown('2026-11-20T12:00:00.000Z');
      return 'kept';
    });
  const { useData } = publicData(read);
  useData();
  await vi.waitFor(() => expect(useData()).toBe('kept'));
  expect(read).toHaveBeenCalledTimes(1);
  answer(Response.json({}));
  await vi.waitFor(() => expect(useData()).toBe('new'));
  expect(read).toHaveBeenCalledTimes(2);
});

it('asks only once when a local server answers an offline browser', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  fetched.mockReturnValue(new Promise(() => {}));
  const { useData } = publicData(async () => 'new');
  useData();
  await vi.waitFor(() => expect(useData()).toBe('new'));
  expect(connection.readConnection()).toBe('offline');
  expect(fetched).not.toHaveBeenCalled();
});
