import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** What Apache-2.0 software may be built on and shipped with, and why each is fine: docs/decisions/0018. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'CC-BY-4.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

interface LockedPackage {
  license?: string;
  optional?: boolean;
}

const root = new URL('../', import.meta.url);
const readJson = (path: string) => JSON.parse(readFileSync(new URL(path, root), 'utf8'));

/** The licences of an SPDX expression that have to be fine: of alternatives one is enough. */
function isAllowed(expression: string): boolean {
  const bare = expression.replaceAll(/[()]/g, '');
  return bare.split(' OR ').some((choice) => choice.split(' AND ').every((name) => allowed.has(name)));
}

describe('licences of the dependencies', () => {
  const lock: { packages: Record<string, LockedPackage> } = readJson('package-lock.json');
  const dependencies = Object.entries(lock.packages).filter(([path]) => path !== '');

  it('all allow the product to be under Apache-2.0', () => {
    const refused = dependencies
      .filter(([, { license }]) => license !== undefined && !isAllowed(license))
      .map(([path, { license }]) => `${path}: ${license}`);
    expect(refused).toEqual([]);
    expect(dependencies.length).toBeGreaterThan(500);
  });

  it('are stated, but for builds for other platforms of packages that state theirs', () => {
    const unstated = dependencies.filter(([, { license }]) => license === undefined);
    expect(unstated.filter(([, { optional }]) => !optional).map(([path]) => path)).toEqual([]);
  });

  it('would notice one that does not', () => {
    expect(isAllowed('AGPL-3.0-or-later')).toBe(false);
    expect(isAllowed('MIT AND GPL-3.0-only')).toBe(false);
    expect(isAllowed('(MIT OR GPL-3.0-only)')).toBe(true);
  });

  it('go with a licence file that says what package.json says', () => {
    expect(readJson('package.json').license).toBe('Apache-2.0');
    expect(readFileSync(new URL('LICENSE', root), 'utf8')).toContain('Version 2.0, January 2004');
  });
});
