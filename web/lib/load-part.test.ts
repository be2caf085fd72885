// SPDX-License-Identifier: Apache-2.0

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const waitForServer = vi.fn<() => Promise<boolean>>();
let loadPart: typeof import('./load-part.ts').loadPart;

const gone = () => Promise.reject(new Error('gone'));
const reload = vi.fn();
const mayReloadForMissingParts = vi.fn<() => boolean>();

beforeEach(async () => {
  // A fresh copy: test files share a process, and another may have loaded the module with the real connection.
  vi.resetModules();
  vi.doMock('./connection.ts', () => ({ waitForServer }));
  ({ loadPart } = await import('./load-part.ts'));
  for (const mock of [waitForServer, reload, mayReloadForMissingParts]) mock.mockReset();
  vi.stubGlobal('window', { location: { reload }, mayReloadForMissingParts });
});
afterEach(() => {
  vi.useRealTimers();
  vi.doUnmock('./connection.ts');
  vi.unstubAllGlobals();
});

it('asks again once the server is back, without a reload', async () => {
  waitForServer.mockResolvedValueOnce(true);
  const load = vi.fn(gone).mockRejectedValueOnce(new Error('away'));
  load.mockResolvedValueOnce('part' as never);
  expect(await loadPart(load)).toBe('part');
  expect(reload).not.toHaveBeenCalled();
});

it('loads the page again where the browser does not ask again after an outage, however recent the last reload', async () => {
  waitForServer.mockResolvedValueOnce(true).mockResolvedValueOnce(false);
  mayReloadForMissingParts.mockReturnValue(false);
  void loadPart(gone);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

it('gives up on a part that is missing from a server that was there all the time, after one reload', async () => {
  waitForServer.mockResolvedValue(false);
  mayReloadForMissingParts.mockReturnValue(false);
  await expect(loadPart(gone)).rejects.toThrow('gone');
  expect(reload).not.toHaveBeenCalled();
  mayReloadForMissingParts.mockReturnValue(true);
  void loadPart(gone);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

it('loads the page again where the router was about to go', async () => {
  const assign = vi.fn();
  const next = { pathname: '/products', search: '?q=psn', hash: '#list' };
  const state: { navigation: { location?: typeof next } } = { navigation: { location: next } };
  vi.stubGlobal('window', {
    location: { reload, assign },
    mayReloadForMissingParts,
    __reactRouterDataRouter: { state },
  });
  waitForServer.mockResolvedValue(false);
  mayReloadForMissingParts.mockReturnValue(true);
  void loadPart(gone);
  await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/products?q=psn#list'));
  expect(reload).not.toHaveBeenCalled();
  state.navigation = {};
  void loadPart(gone);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

it('gives up on a part that does not arrive within two minutes, and waits for none that has', async () => {
  vi.useFakeTimers();
  waitForServer.mockResolvedValue(false);
  mayReloadForMissingParts.mockReturnValue(false);
  expect(await loadPart(async () => 'part')).toBe('part');
  expect(vi.getTimerCount()).toBe(0);
  const failed = vi.fn();
  loadPart(() => new Promise(() => {})).catch(failed);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toHaveBeenCalledExactlyOnceWith(new Error('A part of the page did not load'));
});
