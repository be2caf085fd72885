// SPDX-License-Identifier: Apache-2.0

/** What stands on the pictures of the articles, by their addresses; where a title holds the brand it is left out. */
export const articleCards: Record<string, { category: string; readMinutes: number; title: string }> = {
  'top-5-games-to-earn-tokens-in-2025': {
    category: 'Gaming',
    readMinutes: 9,
    title: 'Top 5 Games to Earn Tokens in 2025',
  },
  'how-daily-challenges-boost-your-gaming-skills': {
    category: 'Skills',
    readMinutes: 9,
    title: 'How Daily Challenges Boost Your Gaming Skills',
  },
  'beginners-guide-to-redeeming-finalring': {
    category: 'Guide',
    readMinutes: 9,
    title: 'Beginner’s Guide to Redeeming Rewards',
  },
  'why-competitive-gaming-builds-real-skills': {
    category: 'Research',
    readMinutes: 11,
    title: 'Why Competitive Gaming Builds Real Skills',
  },
  'your-first-7-days-on-finalring-what-to-expect': {
    category: 'Getting Started',
    readMinutes: 10,
    title: 'Your First 7 Days: What to Expect',
  },
  'top-leaderboard-tips-from-pro-players': {
    category: 'Pro Tips',
    readMinutes: 9,
    title: 'Top Leaderboard Tips from Pro Players',
  },
};
