// SPDX-License-Identifier: Apache-2.0

import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformerStyleToClass } from '@shikijs/transformers';
import { defineConfig } from 'vitepress';

/** The documentation as a site, built by `npm run docs` (scripts/docs.ts, docs/decisions/0051). */

const folder = fileURLToPath(new URL('../', import.meta.url));
const name = process.env.BRAND_NAME || 'FinalRing';

/** The first heading of a page, without its marks. */
function readTitle(path: string): string {
  const [, title = basename(path)] = /^# (.+)$/m.exec(readFileSync(join(folder, path), 'utf8')) ?? [];
  return title.replaceAll(/[`*]/g, '');
}

const page = (path: string, text = readTitle(`${path}.md`)) => ({ text, link: `/${path}` });
const listPages = (part: string) =>
  readdirSync(join(folder, part))
    .filter((file) => file.endsWith('.md') && file !== 'index.md')
    .sort()
    .map((file) => page(`${part}/${file.slice(0, -3)}`));

const sidebar = [
  {
    text: 'Start',
    items: [page('quick-start'), page('player-guide'), page('sandbox'), page('glossary')],
  },
  {
    text: 'Operate',
    items: [page('tasks'), page('operate'), page('command-line'), page('dashboard'), page('retention')],
  },
  { text: 'Installations', items: listPages('installations') },
  { text: 'Providers', items: listPages('providers') },
  { text: 'API', items: [page('api-guide')] },
  {
    text: 'Build on it',
    items: [page('architecture'), page('recipes'), page('departures'), page('performance'), page('scale')],
  },
  { text: 'Rules', collapsed: true, items: listPages('rules') },
  { text: 'Trust', items: [page('trust'), page('threat-model')] },
  { text: 'Decisions', collapsed: true, items: listPages('decisions') },
];

/** As GitHub names headings, so that one link works in both places. */
const slug = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

/** Colours of code by class instead of by style: our Content-Security-Policy takes no styles in the markup. */
const colours = transformerStyleToClass({ classPrefix: 'code-' });

export default defineConfig({
  title: name,
  description: `How to play, run and build on ${name}.`,
  base: '/docs/',
  cleanUrls: true,
  ignoreDeadLinks: 'localhostLinks',
  outDir: '../build/docs',
  cacheDir: '../node_modules/.cache/vitepress',
  appearance: 'force-dark',
  head: [
    ['link', { rel: 'icon', href: '/docs/ring.svg', type: 'image/svg+xml' }],
    ['link', { rel: 'stylesheet', href: '/docs/code.css' }],
  ],
  markdown: {
    html: false,
    attrs: false,
    theme: 'github-dark-default',
    codeTransformers: [colours],
    anchor: { slugify: slug },
    headers: { slugify: slug },
  },
  themeConfig: {
    logo: '/ring.svg',
    nav: [
      { text: 'Play', link: '/player-guide' },
      { text: 'Operate', link: '/tasks' },
      { text: 'API', link: '/api-guide' },
    ],
    sidebar,
    search: { provider: 'local', options: { detailedView: true } },
    outline: { level: [2, 3] },
    footer: { message: 'Apache License 2.0' },
  },
  vite: {
    // Search and theme are one chunk each on purpose: they are fetched when they are needed.
    // Of the others' work in it, the licences are sent along, as with the web app.
    build: { chunkSizeWarningLimit: 2_000, license: { fileName: 'third-party-notices.txt' } },
  },
  // Nothing inline: what the two scripts would set is fixed here, or only names a key of the keyboard.
  transformHtml: (code) =>
    code
      .replaceAll(/<script id="check-[a-z-]+">[\s\S]*?<\/script>\s*/g, '')
      .replace('<html ', '<html class="dark" ')
      .replaceAll(/ style="(position:relative|--vp-vh:0px);"/g, ''),
  buildEnd({ outDir }) {
    // Stronger than what the theme says of all code.
    const css = colours.getCSS().replaceAll('.code-', '.dark [class*="language-"] pre .code-');
    // In one order, whichever page was rendered first: a release is the same bytes each time.
    const rules = css.split(/(?<=\})/).sort();
    writeFileSync(join(outDir, 'code.css'), rules.join(''));
    copyFileSync(join(folder, '../web/public/favicon.svg'), join(outDir, 'ring.svg'));
  },
});
