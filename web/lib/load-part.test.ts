// SPDX-License-Identifier: Apache-2.0

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const waitForServer = vi.fn<() => Promise<boolean>>();
let loadPart: typeof import('./load-part.ts').loadPart;

const gone = () => Promise.reject(new Error('gone'));
const reload = vi.fn();

beforeEach(async () => {
  // A fresh copy, because test files share a process and another may have loaded the module with the real connection.
  vi.resetModules();
  vi.doMock('./connection.ts', () => ({ waitForServer }));
  ({ loadPart } = await import('./load-part.ts'));
  for (const mock of [waitForServer, reload]) mock.mockReset();
  vi.stubGlobal('window', { location: { reload }, mayReloadForMissingParts: () => true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.doUnmock('./connection.ts');
  vi.unstubAllGlobals();
});

it('loads the part again once the server is back', async () => {
  waitForServer.mockResolvedValueOnce(true);
  const load = vi.fn(gone).mockRejectedValueOnce(new Error('away'));
  load.mockResolvedValueOnce('part' as never);
  expect(await loadPart(load)).toBe('part');
});

it('gives up on a part missing from a reachable server, and never reloads the page', async () => {
  waitForServer.mockResolvedValueOnce(true).mockResolvedValue(false);
  await expect(loadPart(gone)).rejects.toThrow('gone');
  expect(reload).not.toHaveBeenCalled();
});

it('gives up on a part that does not arrive within two minutes', async () => {
  vi.useFakeTimers();
  waitForServer.mockResolvedValue(false);
  expect(await loadPart(async () => 'part')).toBe('part');
  expect(vi.getTimerCount()).toBe(0);
  const failed = vi.fn();
  loadPart(() => new Promise(() => {})).catch(failed);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toHaveBeenCalledExactlyOnceWith(new Error('Part of the page didn’t load'));
});
