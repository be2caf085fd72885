// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { loadRouteModule } from './route-modules.ts';

it('loads what a route needs once, and keeps it where the router looks', async () => {
  const route = { id: 'root', module: 'data:text/javascript,export const name = "route";' };
  const loaded: Record<string, unknown> = {};
  expect(await loadRouteModule(route, loaded)).toMatchObject({ name: 'route' });
  expect(Object.keys(loaded)).toEqual(['root']);
  expect(await loadRouteModule({ id: 'root', module: 'file:///gone.mjs' }, loaded)).toBe(loaded.root);
});
