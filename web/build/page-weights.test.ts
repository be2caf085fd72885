// SPDX-License-Identifier: Apache-2.0

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { demandDistinctStyles, limitPageWeights, weighPage } from './page-weights.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'finalring-weights-'));
  mkdirSync(join(folder, 'home'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(
    join(folder, 'home/index.html'),
    '<script>for(const href of ["/assets/large.js","/assets/small.js"])x()</script>',
  );
  writeFileSync(join(folder, 'assets/large.js'), 'x'.repeat(9_000));
  writeFileSync(join(folder, 'assets/large.js.br'), 'x'.repeat(2_000));
  writeFileSync(join(folder, 'assets/small.js'), 'x'.repeat(500));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('weighs what a page loads as it is sent', () => {
  expect(weighPage(folder, '/home')).toBe(2.5);
});

it('fails the build when a page is heavier than promised', () => {
  expect(() => limitPageWeights(folder, { '/home': 2.5 })).not.toThrow();
  expect(() => limitPageWeights(folder, { '/home': 2.4 })).toThrow(
    '/home loads 2.5 KB of scripts, promised 2.4',
  );
});

it('fails the build when a page has its scripts elsewhere', () => {
  writeFileSync(join(folder, 'home/index.html'), '<script src="/x.js"></script>');
  expect(() => weighPage(folder, '/home')).toThrow('The page /home has its scripts elsewhere');
});

it('fails the build when styles have two names', () => {
  writeFileSync(join(folder, 'assets/player-1.css'), 'p{}');
  writeFileSync(join(folder, 'assets/root-1.css'), 'a{}');
  expect(() => demandDistinctStyles(folder)).not.toThrow();
  writeFileSync(join(folder, 'assets/toast-1.css'), 'p{}');
  expect(() => demandDistinctStyles(folder)).toThrow(/(player|toast)-1.css are the same styles$/);
});
