// SPDX-License-Identifier: Apache-2.0

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const readConnection = vi.fn<() => string>();
const waitForServer = vi.fn<() => Promise<boolean>>();
let publicData: typeof import('./public-data.ts').publicData;

beforeEach(async () => {
  // A fresh copy: test files share a process, and another may have loaded the module with the real ones.
  vi.resetModules();
  vi.doMock('./connection.ts', () => ({ readConnection, waitForServer }));
  vi.doMock('react', () => ({
    useSyncExternalStore: (subscribe: (listener: () => void) => void, read: () => unknown) => {
      subscribe(() => {});
      return read();
    },
  }));
  ({ publicData } = await import('./public-data.ts'));
});
afterEach(() => {
  vi.doUnmock('./connection.ts');
  vi.doUnmock('react');
});

it('replaces what the service worker kept once the server answers', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<boolean>();
  waitForServer.mockReturnValue(promise);
  readConnection.mockReturnValueOnce('unreachable').mockReturnValue('online');
  const read = vi.fn(async () => 'new').mockResolvedValueOnce('kept');
  const { useData } = publicData(read);
  useData();
  await vi.waitFor(() => expect(useData()).toBe('kept'));
  expect(read).toHaveBeenCalledTimes(1);
  answer(true);
  await vi.waitFor(() => expect(useData()).toBe('new'));
  expect(read).toHaveBeenCalledTimes(2);
});
