// SPDX-License-Identifier: Apache-2.0

/**
 * Descriptions of the groups of calls, by the first part of their addresses; other groups are named after that part.
 */
const descriptions: Record<string, string> = {
  achievements: 'Achievements, and how far players are',
  approvals: 'Changes that wait for a second administrator',
  'audit-log': 'What administrators changed',
  auth: 'Sign-in, sessions, second factor, profile, and a player’s own account',
  books: 'The books of each month',
  'browser-errors': 'Faults that browsers report',
  cart: 'Buying gift cards',
  challenge: 'Challenges, entries, attempts, receipts and disputes',
  config: 'What browsers need to know of the installation',
  discord: 'Calls that Discord makes',
  events: 'Promotions: what they reward, and their boards',
  'fair-play': 'Players whose results somebody should look at',
  friends: 'Friends, requests and invitations',
  'gift-card': 'Gift cards, their codes, and purchases',
  giveaways: 'Giveaways, entries, and draws that anybody can check',
  installation: 'Health and figures of the installation',
  landing: 'Figures of the public first page',
  leaderboard: 'Boards of experience points',
  live: 'The stream of live events',
  notifications: 'Notifications to players, on screen, by mail and to devices',
  'outgoing-webhooks': 'Signed calls to your own systems',
  overview: 'The business at a glance, and limits of coins given',
  play: 'A player’s own limits and pauses',
  'play-rules': 'The rules and regions under which play is open',
  referrals: 'Invitations, and what they earned',
  role: 'Roles of administrators',
  'saved-views': 'Saved views of the dashboard’s lists',
  seals: 'The sealed ledger: heads, leaves and proofs',
  status: 'Whether each part works',
  stripe: 'Calls that the card provider makes',
  'super-admin': 'Players, as administrators see and change them',
  'trade-coin': 'Packages of coins',
  transaction: 'Statements, and card payments',
};

/** The groups of calls, with their descriptions. */
export function listTags(
  paths: Record<string, Record<string, { tags?: string[] }>>,
): { name: string; description: string }[] {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const names = new Set([...operations.flatMap(({ tags = [] }) => tags), 'outgoing-webhooks']);
  return [...names]
    .sort()
    .map((name) => ({ name, description: descriptions[name] ?? `Calls below /${name}` }));
}
