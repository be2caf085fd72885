// SPDX-License-Identifier: Apache-2.0

/**
 * What chats and networks show of a link: 1200 x 630, the words set in the product's own type by a browser. They name no
 * brand, so that they fit every installation (BRAND_NAME); the name of the site stands beside them in the page's tags.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { promise } from '../contract/games/games.ts';
import { articleCards } from './article-cards.ts';
import { blogScenes } from './blog/scenes.ts';
import { createFrameDrawer, toEightBits } from './film/frames.ts';
import { renderLandscape } from './landscape.ts';
import { asAddress, escaped, withLettering } from './lettering.ts';
import { logoShape } from './marks.ts';
import { palette } from './palette.ts';
import { prizesDrawing } from './prizes.ts';

const size = { width: 1200, height: 630 };
const drawn = { width: 1280, height: 720 };

interface Card {
  name: string;
  picture: Sharp;
  /** Above the title: what kind of page it is. */
  label: string;
  title: string;
  /** How far the picture is moved to the right, in pixels, to stand clear of the title. */
  shift: number;
  /** Words of the title that are set in gold. */
  golden?: string;
  /** What can be won, at the right, as an SVG. */
  prizes?: string;
}

async function markup({ picture, label, title, golden, shift, prizes = '' }: Card): Promise<string> {
  const background = await picture.resize(size.width, size.height, { fit: 'cover' }).png().toBuffer();
  const words = golden
    ? escaped(title).replace(golden, `<span style="color:${palette.gold}">${golden}</span>`)
    : escaped(title);
  return `<style>
    body { padding: 64px 72px; color: ${palette.text};
      background: linear-gradient(90deg, ${palette.ink} ${shift + 40}px, ${palette.ink}d0 38%, ${palette.ink}70 60%, transparent 84%),
        url(${asAddress(background)}) ${shift}px 0 no-repeat }
    header { display: flex; align-items: center; gap: 18px; font-size: 38px; font-weight: 700 }
    p { max-width: 540px; text-wrap: balance; margin-top: auto; font-size: 27px; font-weight: 600; color: ${palette.stormSoft} }
    h1 { max-width: ${prizes ? 590 : 780}px; margin-top: 14px; font-size: ${title.length > 42 ? 62 : 76}px; line-height: 1.08;
      letter-spacing: -.01em; text-wrap: balance }
    body > svg { position: absolute; right: 16px; top: 150px; width: 520px }
  </style>${prizes}<header><svg width="58" height="58" viewBox="0 0 32 32">${logoShape()}</svg></header>
  <p>${escaped(label)}</p><h1>${words}</h1>`;
}

/** What stands at the right of its picture is moved less. */
const shifts: Record<string, number> = {
  'beginners-guide-to-redeeming-finalring': 40,
  'how-daily-challenges-boost-your-gaming-skills': 50,
  'your-first-7-days-on-finalring-what-to-expect': 90,
};

async function cards(): Promise<Card[]> {
  const prizes = await prizesDrawing({ hasAmounts: true });
  const film = createFrameDrawer(drawn);
  const frame = async (moment: number) =>
    sharp(toEightBits(await film.draw(moment)), { raw: { ...drawn, channels: 3 } });
  const blog = Object.entries(articleCards).map(async ([slug, { title, category, readMinutes }]) => {
    const view = blogScenes[slug];
    if (!view) throw new Error(`There is no picture for ${slug}`);
    const label = `${category} · ${readMinutes} min read`;
    return {
      name: slug,
      picture: await renderLandscape(view, drawn),
      label,
      title,
      shift: shifts[slug] ?? 190,
    };
  });
  return [
    {
      name: 'default',
      picture: await frame(0),
      label: 'One Solo match. Your public stats decide.',
      title: promise,
      golden: 'gift cards.',
      shift: 0,
      prizes,
    },
    {
      name: 'challenges',
      picture: await frame(0.3),
      label: 'Open challenges',
      title: 'One Solo match. Meet the condition, take the prize.',
      golden: 'the prize.',
      shift: 0,
    },
    {
      name: 'leaderboard',
      picture: await frame(0.55),
      label: 'Leaderboard',
      title: 'Who leads, by matches played.',
      golden: 'Who leads,',
      shift: 0,
    },
    {
      name: 'invitation',
      picture: await frame(0.8),
      label: 'You were invited',
      title: promise,
      golden: 'gift cards.',
      shift: 0,
      prizes,
    },
    ...(await Promise.all(blog)),
  ];
}

export async function renderOpenGraph(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await withLettering(size, async (set) => {
    for (const card of await cards()) {
      const file = join(folder, `${card.name}.jpg`);
      const picture = sharp(await set(await markup(card))).jpeg({ quality: 80, mozjpeg: true });
      const { size: bytes } = await picture.toFile(file);
      console.log(`og/${card.name}: ${Math.round(bytes / 1000)} kB`);
    }
  });
}
