// SPDX-License-Identifier: Apache-2.0

import { articles } from '../../features/blog/articles.ts';
import { publicAddress } from '../../lib/public-address.ts';
import { brandName } from '../brand.ts';
import { publicPages } from '../public-pages.ts';

/** sitemap.xml, rendered while the pages are built; the server inserts its own address. */
export function loader() {
  const days = new Map(articles(brandName).map(({ slug, publishedOn }) => [`/blog/${slug}`, publishedOn]));
  const entries = publicPages.map((path) => {
    const day = days.get(path);
    return `  <url><loc>${publicAddress}${path}</loc>${day ? `<lastmod>${day}</lastmod>` : ''}</url>`;
  });
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
  return new Response(text, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
}
