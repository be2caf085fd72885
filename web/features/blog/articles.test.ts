// SPDX-License-Identifier: Apache-2.0

import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { articleText } from './article-text.server.ts';
import {
  type Article,
  articles,
  categories,
  filtered,
  filters,
  getNeighbours,
  relatedTo,
} from './articles.ts';

const folder = fileURLToPath(new URL('./', import.meta.url));
const brand = 'Ring & <Co>';
const list = articles(brand);

const article = (slug: string, tags: string[], publishedOn = '2025-01-01'): Article => ({
  ...(list[0] as Article),
  slug,
  tags,
  publishedOn,
  category: slug.startsWith('skill') ? 'Skills' : 'Gaming',
});

it('has articles at the six addresses of the specification', () => {
  expect(list.map(({ slug }) => slug)).toEqual([
    'top-5-games-to-earn-tokens-in-2025',
    'how-daily-challenges-boost-your-gaming-skills',
    'beginners-guide-to-redeeming-finalring',
    'why-competitive-gaming-builds-real-skills',
    'your-first-7-days-on-finalring-what-to-expect',
    'top-leaderboard-tips-from-pro-players',
  ]);
  expect(list[2]).toMatchObject({
    title: 'Beginner’s Guide to Redeeming Ring & <Co> Rewards',
    author: 'The Ring & <Co> Team',
  });
});

it('has one article per category, and no text or picture without an article', () => {
  expect(new Set(list.map(({ category }) => category))).toEqual(new Set(categories));
  const slugs = list.map(({ slug }) => slug).sort();
  const texts = globSync('articles/*', { cwd: folder }).map((name) => name.replace(/^.*[\\/]|\.md$/g, ''));
  expect(texts.sort()).toEqual(slugs);
  const pictures = globSync('pictures/*', { cwd: folder }).map((name) => name.replace(/^.*[\\/]/, ''));
  const wanted = slugs.flatMap((slug) =>
    ['640.avif', '640.webp', '1280.avif', '1280.webp'].map((ending) => `${slug}-${ending}`),
  );
  expect(pictures.sort()).toEqual(wanted.sort());
});

describe.each(list)('$slug', ({ slug, title, excerpt, readMinutes, publishedOn, author, tags }) => {
  const text = articleText(slug, brand);

  it('states a correct reading time of 8 to 18 minutes', () => {
    expect(readMinutes).toBe(Math.round((text?.words ?? 0) / 200));
    expect(readMinutes).toBeGreaterThanOrEqual(8);
    expect(readMinutes).toBeLessThanOrEqual(18);
    expect(text?.words).toBeGreaterThanOrEqual(1_600);
  });

  it('has every field that lists and link previews show', () => {
    for (const said of [title, author, ...tags]) expect(said.trim()).not.toBe('');
    expect(excerpt.length).toBeGreaterThan(80);
    expect(excerpt.length).toBeLessThanOrEqual(180);
    expect(tags.length).toBeGreaterThanOrEqual(3);
    expect(publishedOn).toMatch(/^202[56]-\d\d-\d\d$/);
    expect(new Date(publishedOn).toISOString().slice(0, 10)).toBe(publishedOn);
  });

  it('has linkable chapters and no heading of another level', () => {
    expect(text?.headings.length).toBeGreaterThanOrEqual(5);
    const ids = text?.headings.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids?.length);
    for (const id of ids ?? []) expect(text?.html).toContain(`<h2 id="${id}" tabindex="-1">`);
    expect(text?.html).not.toMatch(/<h[1456][ >]/);
    expect(text?.html).toMatch(/^<p>/);
  });

  it('names the product by its placeholder, and has no styles', () => {
    expect(text?.html).toContain('Ring &amp; &lt;Co&gt;');
    expect(text?.html).not.toContain('{product}');
    expect(text?.html).not.toMatch(/FinalRing|\sstyle=|<script|<img/);
  });
});

it('articles are sorted oldest first', () => {
  const days = list.map(({ publishedOn }) => publishedOn);
  expect(days).toEqual(days.toSorted());
});

it('puts tables into frames that scroll separately', () => {
  const html = articleText('your-first-7-days-on-finalring-what-to-expect', brand)?.html ?? '';
  expect(html).toContain(
    '<div class="table-frame" tabindex="0" role="region" aria-label="Table: Day 3: find your numbers"><table>',
  );
  expect(html.match(/<table>/g)?.length).toBe(html.match(/table-frame/g)?.length);
});

it('there is no article text for an unknown name', () => {
  expect(articleText('nothing', brand)).toBeUndefined();
  expect(articleText('../articles/top-leaderboard-tips-from-pro-players', brand)).toBeUndefined();
});

describe('relatedTo', () => {
  it('lists most common tags first, then the newest, at most three and never itself', () => {
    const one = article('one', ['a', 'b', 'c']);
    const close = article('skill-close', ['a', 'b', 'c']);
    const old = article('skill-old', ['a'], '2024-01-01');
    const young = article('skill-young', ['a'], '2026-01-01');
    const far = article('skill-far', ['z'], '2026-06-01');
    const found = relatedTo(one, [far, old, one, young, close]);
    expect(found.map(({ slug }) => slug)).toEqual(['skill-close', 'skill-young', 'skill-old']);
  });

  it('counts the category like a tag', () => {
    const one = article('one', ['a']);
    const found = relatedTo(one, [article('skill', []), article('two', []), one]);
    expect(found.map(({ slug }) => slug)).toEqual(['two', 'skill']);
  });
});

describe('filtered', () => {
  it('returns all articles or one category, newest first', () => {
    expect(filtered(list, 'All').map(({ slug }) => slug)).toEqual(list.map(({ slug }) => slug).reverse());
    expect(filters).toEqual(['All', ...categories]);
    expect(filtered(list, 'Pro Tips').map(({ slug }) => slug)).toEqual([
      'top-leaderboard-tips-from-pro-players',
    ]);
  });
});

it('finds the articles before and after', () => {
  const [first, second] = list as [Article, Article];
  expect(getNeighbours(first, list)).toEqual({ previous: undefined, next: second });
  expect(getNeighbours(second, list).previous).toBe(first);
  expect(getNeighbours(list.at(-1) as Article, list).next).toBeUndefined();
});
