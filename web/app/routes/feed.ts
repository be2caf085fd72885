// SPDX-License-Identifier: Apache-2.0

import { articles, filtered } from '../../features/blog/articles.ts';
import { publicAddress } from '../../lib/public-address.ts';
import { brandName } from '../brand.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
/** A day as a timestamp, which Atom requires. */
const moment = (day: string) => `${day}T00:00:00Z`;

/** feed.xml (Atom) with every article, newest first; rendered while the pages are built. */
export function loader() {
  const list = filtered(articles(brandName), 'All');
  const entries = list.map(({ slug, title, excerpt, author, category, publishedOn }) => {
    const address = `${publicAddress}/blog/${slug}`;
    return [
      '  <entry>',
      `    <id>${address}</id>`,
      `    <title>${escaped(title)}</title>`,
      `    <link href="${address}"/>`,
      `    <updated>${moment(publishedOn)}</updated>`,
      `    <author><name>${escaped(author)}</name></author>`,
      `    <category term="${escaped(category)}"/>`,
      `    <summary>${escaped(excerpt)}</summary>`,
      '  </entry>',
    ].join('\n');
  });
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `  <id>${publicAddress}/blogs</id>`,
    `  <title>${escaped(brandName)} blog</title>`,
    `  <link href="${publicAddress}/blogs"/>`,
    `  <link rel="self" href="${publicAddress}/feed.xml"/>`,
    `  <updated>${moment(list[0]?.publishedOn ?? '')}</updated>`,
    ...entries,
    '</feed>',
    '',
  ].join('\n');
  return new Response(text, { headers: { 'content-type': 'application/atom+xml; charset=utf-8' } });
}
