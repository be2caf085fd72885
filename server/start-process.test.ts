// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const statically = /^(?:import|export)(?! type\b)[^;'=]* from '([.]{1,2}\/[^']+)'/gm;

/** Every module that is loaded before `from` runs. */
function listLoaded(from: URL): string[] {
  const loaded = new Set<string>();
  const open = [from.href];
  for (let url = open.pop(); url !== undefined; url = open.pop()) {
    if (loaded.has(url)) continue;
    loaded.add(url);
    const names = readFileSync(new URL(url), 'utf8').matchAll(statically);
    for (const [, name = ''] of names) open.push(new URL(name, url).href);
  }
  return [...loaded];
}

// Loading features takes half a second, which would delay the start of the database.
it('loads no feature before it starts the built-in database', () => {
  const loaded = listLoaded(new URL('./start-process.ts', import.meta.url));
  expect(loaded).toContain(new URL('./open-dependencies.ts', import.meta.url).href);
  expect(loaded.filter((url) => url.includes('/server/features/'))).toEqual([]);
});
