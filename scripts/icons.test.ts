// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Trash2 as Drawn } from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Trash2 } from '../web/ui/icons/trash-2.ts';
import { folder, listIcons, readLicence, writeModule } from './icons.ts';

const again = 'run node scripts/icons.ts';

it('keeps each icon as the installed Lucide draws it, with its license', async () => {
  const names = listIcons();
  expect(names.length).toBeGreaterThan(50);
  for (const name of names)
    expect(readFileSync(join(folder, `${name}.ts`), 'utf8'), again).toBe(await writeModule(name));
  expect(readFileSync(join(folder, 'LICENSE'), 'utf8'), again).toBe(readLicence());
});

it('refuses a name that Lucide does not have', async () => {
  for (const name of ['no-such-icon', 'constructor', '../../README'])
    await expect(writeModule(name)).rejects.toThrow(`Lucide has no icon "${name}"`);
});

it.each([
  {},
  { size: 18, 'aria-hidden': true },
  { size: 14, strokeWidth: 3, className: 'shrink-0' },
  { 'aria-label': 'became' },
] as const)('draws the same as the library, without its class names: %j', (props) => {
  const theirs = renderToStaticMarkup(createElement(Drawn, props));
  const withoutNames = theirs.replaceAll(/lucide[\w-]* ?/g, '').replace(' class=""', '');
  const sort = (markup: string) =>
    markup.replace(/^<svg ([^>]*)>/, (_, attributes: string) => {
      return `<svg ${attributes
        .match(/[\w-]+="[^"]*"/g)
        ?.sort()
        .join(' ')}>`;
    });
  expect(sort(renderToStaticMarkup(createElement(Trash2, props)))).toBe(sort(withoutNames));
});
