// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lockedFolders } from './locked-folders.ts';
import { isAllowed } from './release/licences.ts';

interface LockedPackage {
  license?: string;
  optionalDependencies?: Record<string, string>;
}
type Locked = Record<string, LockedPackage>;

const root = new URL('../', import.meta.url);
const readJson = (path: string) => JSON.parse(readFileSync(new URL(path, root), 'utf8'));

/** Packages whose licence is not on the list. */
const findRefused = (packages: Locked): string[] =>
  Object.entries(packages)
    .filter(([, { license }]) => license !== undefined && !isAllowed(license))
    .map(([path, { license }]) => `${path}: ${license}`);

/** MIT, stated only in LICENSE and README, where the lock file doesn't see it. */
const statedElsewhere = new Set(['busboy', 'humanize-number', 'streamsearch']);

/** Packages that state no licence, except other platforms' builds of packages that do. */
function findUnstated(packages: Locked): string[] {
  const stating = Object.values(packages).filter(({ license }) => license !== undefined);
  const builds = new Set(
    stating.flatMap(({ optionalDependencies }) => Object.keys(optionalDependencies ?? {})),
  );
  return Object.entries(packages)
    .filter(([, { license }]) => license === undefined)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
    .filter((name) => !builds.has(name) && !statedElsewhere.has(name));
}

describe('the licenses of the dependencies', () => {
  const packages: Locked = Object.fromEntries(
    lockedFolders.flatMap((folder) =>
      Object.entries<LockedPackage>(readJson(`${folder}/package-lock.json`).packages)
        .filter(([path]) => path !== '')
        .map(([path, locked]) => [`${folder}/${path}`, locked]),
    ),
  );

  it('all allow releasing the product under Apache-2.0', () => {
    expect(findRefused(packages)).toEqual([]);
    expect(Object.keys(packages).length).toBeGreaterThan(500);
  });

  it('are stated, except for platform builds of packages that state theirs', () => {
    expect(findUnstated(packages)).toEqual([]);
  });

  it('would be refused when incompatible, unknown or missing', () => {
    for (const license of [
      'AGPL-3.0-or-later',
      'MIT AND GPL-3.0-only',
      'SEE LICENSE IN terms.txt',
      'UNLICENSED',
    ]) {
      expect(findRefused({ ...packages, 'node_modules/planted': { license } })).toHaveLength(1);
    }
    const planted = { 'node_modules/planted': {}, 'node_modules/a/node_modules/@of/somebody': {} };
    expect(findUnstated({ ...packages, ...planted })).toEqual(['planted', '@of/somebody']);
    expect(isAllowed('(MIT OR GPL-3.0-only)')).toBe(true);
  });

  it('accompany a license file that agrees with package.json', () => {
    expect(readJson('package.json').license).toBe('Apache-2.0');
    expect(readFileSync(new URL('LICENSE', root), 'utf8')).toContain('Version 2.0, January 2004');
  });
});
