// SPDX-License-Identifier: Apache-2.0

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { headPlace } from '../../contract/page-head.ts';
import { publicAddressPlaceholder } from '../../contract/public-address.ts';

/** Writes a small fake web build: pages, assets, and the files about them that the server reads. */
export function writeBuiltPages(folder: string): void {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), 'landing');
  writeFileSync(join(folder, '__spa-fallback.html'), 'fallback');
  writeFileSync(join(folder, 'assets/a.js'), 'code');
  writeFileSync(join(folder, 'assets/film.webm'), 'moving pictures');
  mkdirSync(join(folder, 'blog/a'), { recursive: true });
  writeFileSync(
    join(folder, 'blog/a/index.html'),
    `<html lang="en"><meta content="${publicAddressPlaceholder}/og.jpg">`,
  );
  writeFileSync(join(folder, 'service-worker.js'), 'worker');
  writeFileSync(join(folder, 'service-worker.js.br'), 'short worker');
  writeFileSync(join(folder, 'assets/a.js.br'), 'short code');
  writeFileSync(join(folder, 'icon.png'), 'picture');
  writeFileSync(join(folder, 'robots.txt'), 'Allow: /');
  writeFileSync(join(folder, 'sitemap.xml'), `<loc>${publicAddressPlaceholder}/blog/a</loc>`);
  writeFileSync(join(folder, 'csp.json'), JSON.stringify({ '/index.html': ['sha256-abc'] }));
  mkdirSync(join(folder, 'r/-'), { recursive: true });
  writeFileSync(join(folder, 'r/-/index.html'), `<title>${headPlace('title', 'Receipt')}</title>`);
  mkdirSync(join(folder, 'first-steps'));
  writeFileSync(join(folder, 'first-steps/index.html'), '<html lang="en">first steps');
  mkdirSync(join(folder, '-'));
  writeFileSync(join(folder, '-/index.html'), 'nothing here');
  const page = '/__spa-fallback.html';
  const routes = [
    { pattern: '/', page: '/index.html' },
    ...['/home', '/invite/:code?', '/a.b/:id/c'].map((pattern) => ({ pattern, page })),
    { pattern: '/first-steps', page: '/first-steps/index.html' },
    { pattern: '/r/:id', page: '/r/-/index.html' },
    { pattern: '/blog/:slug', page, isNothing: true },
    { pattern: '/*', page: '/-/index.html', isNothing: true },
  ];
  writeFileSync(join(folder, 'routes.json'), JSON.stringify(routes));
}
