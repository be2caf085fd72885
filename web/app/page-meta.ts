// SPDX-License-Identifier: Apache-2.0

import { promise, theGame } from '../../contract/games/games.ts';
import { type HeadPart, headPlace } from '../../contract/page-head.ts';
import { publicAddress } from '../lib/public-address.ts';
import { brandName, pageTitle } from './brand.ts';

/** What follows the promise on pages that greet somebody. */
export const howItGoes = `Pick a challenge, play one ${theGame.match.one}, and your public stats decide. The coins you win buy gift cards.`;

export interface PageMeta {
  /** Without the brand; the landing page has no title of its own. */
  title?: string;
  /** True if the page greets somebody: chats and networks then show the promise instead of its title. */
  isGreeting?: boolean;
  description?: string;
  /** Path of this page's canonical address, for pages that anybody may read. */
  path?: string;
  /** Path of an image of 1200 x 630 below web/public. */
  image?: string;
  type?: 'website' | 'article';
  /** One page stands for many names, and the server puts the right one into its head (contract/page-head.ts). */
  isNamed?: boolean;
}

/** In prerendered markup a placeholder that the server fills in; the browser learns the name sooner by other ways. */
function named(part: HeadPart, otherwise: string): string {
  return import.meta.env.SSR ? headPlace(part, otherwise) : otherwise;
}

/** Title, description and what chats and social networks show for a link to the page (Open Graph). */
export function pageMeta({ isNamed = false, ...said }: PageMeta = {}) {
  const fill = (part: HeadPart, text: string) => (isNamed ? named(part, text) : text);
  const { path, type = 'website', isGreeting = false } = said;
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
