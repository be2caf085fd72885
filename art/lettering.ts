// SPDX-License-Identifier: Apache-2.0

/** Pictures with words on them, set in the product's own type by a browser. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findBrowser } from '../scripts/find-browser.ts';
import type { Size } from './terrain.ts';

const fontFile = fileURLToPath(
  import.meta.resolve('@fontsource-variable/oxanium/files/oxanium-latin-wght-normal.woff2'),
);

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

export const asAddress = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`;

/**
 * Opens a browser for the time of the work.
 * @param work takes a function from HTML to a PNG of that size
 */
export async function withLettering(
  { width, height }: Size,
  work: (set: (html: string) => Promise<Buffer>) => Promise<void>,
  { isTransparent = false } = {},
): Promise<void> {
  const font = readFileSync(fontFile).toString('base64');
  const style = `<!doctype html><style>
    @font-face { font-family: Oxanium; src: url(data:font/woff2;base64,${font}); font-weight: 200 800 }
    * { margin: 0; box-sizing: border-box }
    body { width: ${width}px; height: ${height}px; display: flex; flex-direction: column; font-family: Oxanium }
  </style>`;
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage({ viewport: { width, height } });
    await work(async (html) => {
      await page.setContent(style + html);
      await page.evaluate('document.fonts.ready');
      return page.screenshot({ omitBackground: isTransparent });
    });
  } finally {
    await browser.close();
  }
}
