// SPDX-License-Identifier: Apache-2.0

export const categories = ['Gaming', 'Skills', 'Guide', 'Research', 'Getting Started', 'Pro Tips'] as const;
export type Category = (typeof categories)[number];
/** The filters of article lists (product specification, section 2.6). */
export const filters = ['All', ...categories] as const;
export type Filter = (typeof filters)[number];

/** Everything about an article except its text, which is in articles/<slug>.md. */
export interface Article {
  slug: string;
  title: string;
  excerpt: string;
  category: Category;
  /** Reading time at 200 words per minute; articles.test.ts checks it. */
  readMinutes: number;
  /** A day, such as 2025-03-18. */
  publishedOn: string;
  author: string;
  tags: readonly string[];
}

/** Oldest first; `{brand}` stands for the product's name. */
const sixArticles: readonly Article[] = [
  {
    slug: 'top-5-games-to-earn-tokens-in-2025',
    title: 'Top 5 Games to Earn Tokens in 2025',
    excerpt:
      'Sorted by how well a game lets you prove what you did, not by how much it promises. With five questions that work for any game, and seven warning signs.',
    category: 'Gaming',
    readMinutes: 9,
    publishedOn: '2025-03-18',
    author: 'The {brand} Team',
    tags: ['games', 'earning', 'fairness', 'break-even'],
  },
  {
    slug: 'how-daily-challenges-boost-your-gaming-skills',
    title: 'How Daily Challenges Boost Your Gaming Skills',
    excerpt:
      'Playing more mostly makes you faster at your mistakes. One narrow question a day does better: why that works, twelve challenges to set yourself, and a plan for four weeks.',
    category: 'Skills',
    readMinutes: 9,
    publishedOn: '2025-06-10',
    author: 'The {brand} Training Desk',
    tags: ['practice', 'habits', 'challenges', 'improvement'],
  },
  {
    slug: 'beginners-guide-to-redeeming-finalring',
    title: 'Beginner’s Guide to Redeeming {brand} Rewards',
    excerpt:
      'From a balance of Gamer Coins to a gift card code that works, step by step. Also when a card sells out in front of you, arrives later, or is refused by the store.',
    category: 'Guide',
    readMinutes: 9,
    publishedOn: '2025-09-04',
    author: 'The {brand} Team',
    tags: ['gift cards', 'coins', 'security', 'earning'],
  },
  {
    slug: 'why-competitive-gaming-builds-real-skills',
    title: 'Why Competitive Gaming Builds Real Skills',
    excerpt:
      'What the research supports, what it does not, and five habits that do carry over from the ladder to the rest of your life. With an experiment to run on yourself.',
    category: 'Research',
    readMinutes: 11,
    publishedOn: '2025-11-20',
    author: 'The {brand} Training Desk',
    tags: ['research', 'practice', 'improvement', 'mindset'],
  },
  {
    slug: 'your-first-7-days-on-finalring-what-to-expect',
    title: 'Your First 7 Days on {brand}: What to Expect',
    excerpt:
      'Day by day, including the one on which you lose your first challenge. Two entry fees, one honest table, and you know whether this is for you.',
    category: 'Getting Started',
    readMinutes: 10,
    publishedOn: '2026-02-12',
    author: 'The {brand} Team',
    tags: ['challenges', 'coins', 'break-even', 'beginners'],
  },
  {
    slug: 'top-leaderboard-tips-from-pro-players',
    title: 'Top Leaderboard Tips from Pro Players',
    excerpt:
      'The names at the very top change every week; places ten to fifty hardly at all. The habits of those who stay, for people with an hour in the evening.',
    category: 'Pro Tips',
    readMinutes: 9,
    publishedOn: '2026-05-28',
    author: 'The {brand} Training Desk',
    tags: ['leaderboard', 'mindset', 'improvement', 'challenges'],
  },
];

/**
 * The six articles, oldest first (product specification, section 2.14). Their addresses stay the same even if the
 * product is renamed.
 * @param brand the product's name
 */
export function articles(brand: string): readonly Article[] {
  const named = (text: string) => text.replace('{brand}', () => brand);
  return sixArticles.map((article) => ({
    ...article,
    title: named(article.title),
    author: named(article.author),
  }));
}

/** The articles that match a filter, newest first. */
export function filtered(list: readonly Article[], filter: Filter): readonly Article[] {
  return list
    .filter(({ category }) => filter === 'All' || category === filter)
    .toSorted((one, other) => other.publishedOn.localeCompare(one.publishedOn));
}

const maxRelated = 3;

/** The articles with the most tags and categories in common with this one; if equal, newest first. */
export function relatedTo(article: Article, list: readonly Article[]): readonly Article[] {
  const kinship = (other: Article) =>
    other.tags.filter((tag) => article.tags.includes(tag)).length +
    (other.category === article.category ? 1 : 0);
  return list
    .filter(({ slug }) => slug !== article.slug)
    .toSorted(
      (one, other) => kinship(other) - kinship(one) || other.publishedOn.localeCompare(one.publishedOn),
    )
    .slice(0, maxRelated);
}

export interface Neighbours {
  previous: Article | undefined;
  next: Article | undefined;
}

/** The previous and next article by date. */
export function getNeighbours(article: Article, list: readonly Article[]): Neighbours {
  const place = list.findIndex(({ slug }) => slug === article.slug);
  return { previous: list[place - 1], next: list[place + 1] };
}
