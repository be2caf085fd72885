// SPDX-License-Identifier: Apache-2.0

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadRouteModule } from './route-modules.ts';

it('loads the module of a route once, and keeps it for the router', async () => {
  const route = { id: 'root', module: 'data:text/javascript,export const name = "route";' };
  const loaded: Record<string, unknown> = {};
  expect(await loadRouteModule(route, loaded)).toMatchObject({ name: 'route' });
  expect(Object.keys(loaded)).toEqual(['root']);
  expect(await loadRouteModule({ id: 'root', module: 'file:///gone.mjs' }, loaded)).toBe(loaded.root);
});

describe('a module missing from a reachable server', () => {
  const gone = { id: 'gone', module: '/assets/gone.js' };
  const next = { pathname: '/products', search: '?q=psn', hash: '#list' };
  const state: { navigation: { location?: typeof next } } = { navigation: {} };
  const location = { reload: vi.fn(), assign: vi.fn() };
  const mayReloadForMissingParts = vi.fn<() => boolean>();
  beforeEach(() => {
    vi.stubGlobal('fetch', async (url: string) => ({ ok: url.startsWith('/api/'), status: 404 }));
    vi.stubGlobal('window', { location, mayReloadForMissingParts, __reactRouterDataRouter: { state } });
  });
  afterEach(() => vi.unstubAllGlobals());

  it("makes the browser open the router's next page, or reload the current one", async () => {
    mayReloadForMissingParts.mockReturnValue(true);
    state.navigation = { location: next };
    void loadRouteModule(gone, {});
    await vi.waitFor(() => expect(location.assign).toHaveBeenCalledExactlyOnceWith('/products?q=psn#list'));
    expect(location.reload).not.toHaveBeenCalled();
    state.navigation = {};
    void loadRouteModule(gone, {});
    await vi.waitFor(() => expect(location.reload).toHaveBeenCalledOnce());
  });

  it('is an error of the screen shortly after a reload', async () => {
    mayReloadForMissingParts.mockReturnValue(false);
    const loaded = {};
    await expect(loadRouteModule(gone, loaded)).rejects.toThrow('404');
    expect(loaded).toEqual({});
  });
});
