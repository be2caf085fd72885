// SPDX-License-Identifier: Apache-2.0

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Stripe from 'stripe';
import { expect, it } from 'vitest';
import { neededEvents } from '../server/providers/stripe/check-stripe.ts';
import { variables } from '../server/variables.ts';
import { makeOpenApiDocument } from './support/open-api.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const pages = globSync('docs/providers/*.md', { cwd: root }).map((file) => ({
  file,
  text: readFileSync(join(root, file), 'utf8'),
}));

it('has a page for each provider, with its clicks, what the doctor prints, and what can go wrong', () => {
  expect(pages.length).toBe(7);
  for (const { file, text } of pages) {
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect([file, headings]).toEqual([file, ['Every click', 'What the doctor checks', 'What can go wrong']]);
  }
});

it('names variables and addresses that there are', async () => {
  const { paths } = await makeOpenApiDocument();
  const routes = readFileSync(join(root, 'web/app/routes.ts'), 'utf8');
  for (const { file, text } of pages) {
    const named = [...text.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name as string);
    expect(
      named.filter((name) => !(name in variables.shape)),
      file,
    ).toEqual([]);
    expect(named.length, file).toBeGreaterThan(file.endsWith('push.md') ? -1 : 0);
    for (const [, path = ''] of text.matchAll(/\{PUBLIC_URL\}(\/[\w/-]+)/g)) {
      const isThere = path in paths || routes.includes(`'${path.slice(1)}'`);
      expect([file, path, isThere]).toEqual([file, path, true]);
    }
  }
});

/** Texts of the doctor's findings in its sources, with `…` for what differs. */
const sources = globSync(
  ['cli/doctor/*.ts', 'server/**/check-*.ts', 'server/platform/finding.ts', 'server/config-faults.ts'],
  {
    cwd: root,
    exclude: (name) => name.endsWith('.test.ts'),
  },
)
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n')
  .replaceAll(/\$\{[^}]*(?:\{[^}]*\}[^}]*)*\}/g, '…')
  .replaceAll("\\'", "'");

it('shows lines of the doctor as it prints them', () => {
  const shown = pages.flatMap(({ file, text }) =>
    [
      ...text.matchAll(
        /^\| `(?:ok|look|WRONG) (google|discord|stripe|game statistics|mail|push|object storage) ([^`]*)`/gm,
      ),
    ].map(([, , says = '']) => ({ file, says })),
  );
  expect(shown.length).toBeGreaterThan(30);
  const unknown = shown.filter(({ says }) => {
    // What a finding says of this very case: a number, a host, one of several names.
    const parts = says
      .replaceAll(
        /\b(smtp\.example\.com:465|12|3|https:\/\/accounts\.google\.com|live|Charges|nobody|our key|the key made here|from)\b/g,
        '…',
      )
      .split('…')
      .map((part) => part.replace(/ \((ECONNREFUSED|ETIMEDOUT).*$/, '').trim())
      .filter((part) => part.length > 3);
    return !parts.every((part) => sources.includes(part));
  });
  expect(unknown).toEqual([]);
});

it('asks for the events and the version that Stripe is asked for', () => {
  const stripe = pages.find(({ file }) => file.endsWith('stripe.md'))?.text ?? '';
  expect(neededEvents.filter((event) => !stripe.includes(`\`${event}\``))).toEqual([]);
  expect(stripe).toContain(`\`${Stripe.API_VERSION}\``);
});
