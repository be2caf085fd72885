// SPDX-License-Identifier: Apache-2.0

import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** A lock's number where the lock is taken, and whether it has a second key; or where the number is defined. */
const taken = /advisory_(?:xact_)?lock(?:_shared)?\(\s*(?<number>7\d{3})\s*(?<second>,)?/g;
const namedHere = /const \w*[lL]ock\w* = (?<number>7\d{3});/g;

/** Advisory locks that a database function and a store share deliberately, to wait for each other. */
const meant: Record<string, readonly string[]> = {
  '7444': ['db/functions/leaderboards.sql', 'server/features/leaderboards/played-span-store.ts'],
};

it('uses a different number for each advisory lock', () => {
  const places = new Map<string, Set<string>>();
  const files = globSync(['server/**/*.ts', 'db/functions/*.sql'], { cwd: root });
  for (const file of files.filter((name) => !name.endsWith('.test.ts'))) {
    const text = readFileSync(`${root}${file}`, 'utf8');
    for (const { groups } of [...text.matchAll(taken), ...text.matchAll(namedHere)]) {
      // Locks with a second key are distinct from those without.
      const lock = `${groups?.number}${groups?.second ? ', and a key' : ''}`;
      places.set(lock, (places.get(lock) ?? new Set()).add(file));
    }
  }
  expect(places.size).toBeGreaterThan(20);
  const shared = [...places]
    .filter(([, { size }]) => size > 1)
    .map(([lock, names]) => [lock, [...names].sort()]);
  expect(Object.fromEntries(shared)).toEqual(meant);
});
