// SPDX-License-Identifier: Apache-2.0

import { greetingOf } from '../../contract/games/greeting.ts';
import { type HeadPart, headPlace } from '../../contract/page-head.ts';
import { offeredGames } from '../lib/offered-games.ts';
import { publicAddress } from '../lib/public-address.ts';
import { brandName, pageTitle } from './brand.ts';

export interface PageMeta {
  /** Without the brand. The landing page has no title of its own. */
  title?: string;
  /** True for welcome pages: link previews then show the promise instead of the title. */
  isGreeting?: boolean;
  description?: string;
  /** Path of the page's canonical address; only for public pages. */
  path?: string;
  /** Path below web/public of an image, 1200 x 630. */
  image?: string;
  type?: 'website' | 'article';
  /** True if one page serves many names. The server fills the right one into its head (contract/page-head.ts). */
  isNamed?: boolean;
}

/** In prerendered markup, a placeholder that the server fills in. The browser gets the name from elsewhere sooner. */
function named(part: HeadPart, otherwise: string): string {
  return import.meta.env.SSR ? headPlace(part, otherwise) : otherwise;
}

/** Title and description, and the link preview for chats and social networks (Open Graph). */
export function pageMeta({ isNamed = false, ...said }: PageMeta = {}) {
  const fill = (part: HeadPart, text: string) => (isNamed ? named(part, text) : text);
  const { path, type = 'website', isGreeting = false } = said;
  const { promise, howItGoes } = greetingOf(offeredGames());
  const title = said.title && fill('title', said.title);
  const description = fill('description', said.description ?? howItGoes);
  const image = fill('image', said.image ?? '/og/default.jpg');
  const address = path === undefined ? undefined : `${publicAddress}${path}`;
  return [
    { title: pageTitle(title) },
    { name: 'description', content: description },
    { property: 'og:site_name', content: brandName },
    { property: 'og:type', content: type },
    { property: 'og:title', content: isGreeting || !title ? fill('title', promise) : title },
    { property: 'og:description', content: description },
    { property: 'og:image', content: `${publicAddress}${image}` },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(address
      ? [
          { property: 'og:url', content: address },
          { tagName: 'link', rel: 'canonical', href: address },
        ]
      : []),
  ];
}
