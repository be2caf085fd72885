// SPDX-License-Identifier: Apache-2.0

/**
 * `npm --prefix art run draw`: renders every picture, icon and film that is drawn by code, into the places where the web app
 * finds them; `-- film icons` those only. The results are committed: nobody needs this to run or test.
 */
import { fileURLToPath } from 'node:url';
import { renderAvatarShapes, renderAvatars } from './avatars.ts';
import { renderBanner } from './banners.ts';
import { renderBlogPictures } from './blog/render.ts';
import { renderChallengeArt } from './challenge-scenes.ts';
import { renderCoinPacks } from './coin-packs.ts';
import { renderFamilies } from './families.ts';
import { renderFilm, renderPosters } from './film/render.ts';
import { renderGiftCards } from './gift-cards.ts';
import { renderIcons } from './icons.ts';
import { renderMedals } from './medals.ts';
import { renderOpenGraph } from './open-graph.ts';
import { renderOutlines } from './outlines.ts';
import { renderPrizes } from './prizes.ts';
import { renderSharePicture } from './share-picture.ts';

const folder = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const works: Record<string, () => Promise<void>> = {
  icons: () => renderIcons(folder('web/public')),
  avatars: async () => {
    renderAvatars(folder('web/ui/avatars'));
    renderAvatarShapes(folder('server/features/challenges/receipts/avatar-shapes.json'));
  },
  blog: () => renderBlogPictures(folder('web/features/blog/pictures')),
  challenges: () => renderChallengeArt(folder('web/features/challenges/art'), folder('web/public/scenes')),
  'open-graph': () => renderOpenGraph(folder('web/public/og')),
  outlines: async () => renderOutlines(folder('server/platform/lettering/oxanium.json')),
  'share-picture': () => renderSharePicture(folder('server/platform/share-picture/share-picture.jpg')),
  'gift-cards': () => renderGiftCards(folder('db/seed/gift-cards')),
  'coin-packs': () => renderCoinPacks(folder('web/features/coins/art')),
  families: () => renderFamilies(folder('web/features/shop/art')),
  banner: () => renderBanner(folder('web/app/home/art')),
  medals: () => renderMedals(folder('web/features/leaderboards/art')),
  prizes: () => renderPrizes(folder('web/app/landing/art')),
  film: () => renderFilm(folder('web/app/film')),
  posters: () => renderPosters(folder('web/app/film')),
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(works, name));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Choose from ${Object.keys(works).join(', ')}.`);
  process.exit(1);
}
for (const name of asked.length > 0 ? asked : Object.keys(works)) await works[name]?.();
