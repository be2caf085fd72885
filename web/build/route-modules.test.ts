import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { loadRouteModule } from './route-modules.ts';

it('loads what a route needs once, and keeps it where the router looks', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'finalring-route-'));
  const file = join(folder, 'route.mjs');
  writeFileSync(file, 'export const name = "route";');
  const route = { id: 'root', module: pathToFileURL(file).href };
  const loaded: Record<string, unknown> = {};
  try {
    expect(await loadRouteModule(route, loaded)).toMatchObject({ name: 'route' });
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(Object.keys(loaded)).toEqual(['root']);
  expect(await loadRouteModule({ id: 'root', module: 'file:///gone.mjs' }, loaded)).toBe(loaded.root);
});
