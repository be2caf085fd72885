// SPDX-License-Identifier: Apache-2.0

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { pageColour } from './web-manifest.ts';

const web = fileURLToPath(new URL('../', import.meta.url));
const tokens = readFileSync(join(web, 'app/app.css'), 'utf8');
const hex = /#(?:[0-9a-f]{3,4}){1,2}\b/gi;
/** Browsers read it before any style sheet; it is compared below. */
const exceptions = [join('app', 'web-manifest.ts')];

it('defines every color in one place', () => {
  const files = globSync('**/*.{ts,tsx,css}', { cwd: web }).filter(
    (file) => !/[.]test[.]tsx?$/.test(file) && !exceptions.includes(file) && file !== join('app', 'app.css'),
  );
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) =>
    [...readFileSync(join(web, file), 'utf8').matchAll(hex)].map(([colour]) => `${file}: ${colour}`),
  );
  expect(found).toEqual([]);
});

it('uses no color in app.css except as the value of a token', () => {
  const lines = tokens.split('\n').filter((line) => line.match(hex) && !/^\s*--[\w-]+:/.test(line));
  expect(lines).toEqual([]);
});

it("paints the space around the page in the page's color", () => {
  expect(tokens).toContain(`--color-ink: ${pageColour};`);
});
