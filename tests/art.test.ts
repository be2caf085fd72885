// SPDX-License-Identifier: Apache-2.0

import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { articleCards } from '../art/article-cards.ts';
import { webManifest } from '../web/app/web-manifest.ts';
import { articles } from '../web/features/blog/articles.ts';

const path = (name: string) => fileURLToPath(new URL(`../web/${name}`, import.meta.url));
const slugs = articles('FinalRing').map(({ slug }) => slug);

describe('pictures and icons exist in the promised sizes', () => {
  const manifest = webManifest('Winners & Co');

  it('the installed app is named after the brand', () => {
    expect([manifest.name, manifest.short_name]).toEqual(['Winners & Co', 'Winners & Co']);
  });

  it.each(manifest.icons)('icon $src', async ({ src, sizes, type }) => {
    const { width, height, format } = await sharp(path(`public${src}`)).metadata();
    expect(type).toContain(format);
    if (sizes !== 'any') expect(`${width}x${height}`).toBe(sizes);
  });

  it('installable icons have 192 and 512 pixels, also in maskable form', () => {
    const kinds = manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`);
    for (const side of ['192x192', '512x512']) {
      expect(kinds).toContain(`${side} any`);
      expect(kinds).toContain(`${side} maskable`);
    }
  });

  it.each(['default', ...slugs])('preview picture of shared links: %s', async (name) => {
    const { width, height } = await sharp(path(`public/og/${name}.jpg`)).metadata();
    expect([width, height]).toEqual([1200, 630]);
  });

  it('preview pictures show the true facts of each article', () => {
    const said = articles('').map(({ slug, category, readMinutes, title }) => [
      slug,
      { category, readMinutes, title: title.replace('  ', ' ').replace(' on :', ':') },
    ]);
    expect(articleCards).toEqual(Object.fromEntries(said));
  });

  it.each(slugs)('pictures of the article %s are below 60 kB', async (slug) => {
    for (const width of [640, 1280]) {
      for (const format of ['avif', 'webp']) {
        const file = path(`features/blog/pictures/${slug}-${width}.${format}`);
        const picture = await sharp(file).metadata();
        expect([picture.width, picture.height]).toEqual([width, (width * 9) / 16]);
        expect(statSync(file).size).toBeLessThan(60_000);
      }
    }
  });

  it.each(['webm', 'mp4'])('film as %s is below 1.5 MB', (format) => {
    const file = path(`app/film/closing-ring.${format}`);
    expect(existsSync(file)).toBe(true);
    expect(statSync(file).size).toBeLessThan(1_500_000);
  });
});
