// SPDX-License-Identifier: Apache-2.0

import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { withoutDevelopment } from './addressed-install.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

/** The installed packages that `npm start` needs. */
const installed = Object.keys(withoutDevelopment(lock).packages).filter(
  (path) => path !== '' && existsSync(join(root, path, 'package.json')),
);

/** Size on disk in bytes, as `du` counts. Nested packages have their own entries. */
function weigh(folder: string, isTop = true): number {
  const inside = readdirSync(folder, { withFileTypes: true }).map((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return isTop && entry.name === 'node_modules' ? 0 : weigh(path, false);
    return lstatSync(path).blocks * 512;
  });
  return inside.reduce((sum, bytes) => sum + bytes, lstatSync(folder).blocks * 512);
}

it('installs at most 450 packages for `npm start`', () => {
  expect(installed.length).toBeGreaterThan(200);
  expect(installed.length).toBeLessThanOrEqual(450);
});

it('installs at most 400 MB for `npm start`', { tags: ['long'] }, () => {
  const weights = installed.map((path) => ({ path, mb: weigh(join(root, path)) / 2 ** 20 }));
  const total = weights.reduce((sum, { mb }) => sum + mb, 0);
  const heaviest = weights.toSorted((a, b) => b.mb - a.mb).slice(0, 10);
  const told = heaviest.map(({ path, mb }) => `${mb.toFixed(0)} MB ${path}`).join('\n');
  expect(total, told).toBeLessThanOrEqual(400);
});
