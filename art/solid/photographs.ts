// SPDX-License-Identifier: Apache-2.0

/** Opens the studio in a browser, and brings its pictures back. */
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findBrowser } from '../../scripts/find-browser.ts';
import type { Shot } from './studio.ts';

const host = 'http://studio.test';
const packages = fileURLToPath(new URL('../node_modules/three/', import.meta.url));
const font = fileURLToPath(
  import.meta.resolve('@fontsource-variable/oxanium/files/oxanium-latin-wght-normal.woff2'),
);
const page = `<!doctype html><style>@font-face { font-family: Oxanium; src: url(/oxanium.woff2); font-weight: 200 800 }</style>
  <script type="importmap">{ "imports": { "three": "/three/build/three.module.js", "three/addons/": "/three/examples/jsm/" } }</script>
  <script type="module">
    import { photograph } from '/art/solid/studio.ts';
    await document.fonts.load('800 20px Oxanium');
    window.photograph = photograph;
  </script>`;

function read(path: string): { body: Buffer | string; contentType: string } {
  if (path === '/') return { body: page, contentType: 'text/html' };
  if (path === '/oxanium.woff2') return { body: readFileSync(font), contentType: 'font/woff2' };
  const contentType = 'text/javascript';
  if (path.startsWith('/three/')) {
    return { body: readFileSync(packages + path.slice('/three/'.length)), contentType };
  }
  const source = readFileSync(fileURLToPath(new URL(`../..${path}`, import.meta.url)), 'utf8');
  return { body: stripTypeScriptTypes(source), contentType };
}

/** A picture as an element of an SVG. */
export const asImage = (
  png: Buffer,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
) =>
  `<image x="${x}" y="${y}" width="${width}" height="${height}" href="data:image/png;base64,${png.toString('base64')}"/>`;

/** @returns a PNG of each shot, with nothing behind the things */
export async function takePhotographs(shots: readonly Shot[]): Promise<Buffer[]> {
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [
      '--no-sandbox',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--ignore-gpu-blocklist',
    ],
  });
  try {
    const tab = await browser.newPage();
    await tab.route(`${host}/**`, (route) => route.fulfill(read(new URL(route.request().url()).pathname)));
    await tab.goto(host);
    await tab.waitForFunction('window.photograph');
    const taken: Buffer[] = [];
    for (const shot of shots) {
      const address = await tab.evaluate<string>(`window.photograph(${JSON.stringify(shot)})`);
      taken.push(Buffer.from(address.slice(address.indexOf(',') + 1), 'base64'));
    }
    return taken;
  } finally {
    await browser.close();
  }
}
