import { publicAddress } from '../lib/public-address.ts';
import { brandName, pageTitle } from './brand.ts';

const promise =
  'Enter a challenge, play one Solo match, and your public stats decide. Win Gamer Coins and turn them into gift cards.';

export interface PageMeta {
  /** Without the brand; the landing page has none. */
  title?: string;
  description?: string;
  /** Path of the one address of this page, for pages that anybody may read. */
  path?: string;
  /** Path of a picture of 1200 x 630 below web/public. */
  image?: string;
  type?: 'website' | 'article';
}

/** Title, description and what chats and networks show of a link to the page (Open Graph). */
export function pageMeta({
  title,
  description = promise,
  path,
  image = '/og/default.jpg',
  type = 'website',
}: PageMeta = {}) {
  const address = path === undefined ? undefined : `${publicAddress}${path}`;
  return [
    { title: pageTitle(title) },
    { name: 'description', content: description },
    { property: 'og:site_name', content: brandName },
    { property: 'og:type', content: type },
    { property: 'og:title', content: title ?? pageTitle() },
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
