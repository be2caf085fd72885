// SPDX-License-Identifier: Apache-2.0

/**
 * Checks that only a game's own folders (docs/architecture.md) name the game, its accounts or its counters. Files that
 * named a game before the check are listed, and leave the list once they don't. Also tests itself on planted
 * violations. Part of `npm run check`.
 */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gameIds } from '../contract/games/games.ts';
import { stillNaming } from './files-naming-a-game.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** The games' ids in any spelling: `fortnite`, `FORTNITE_KEY`, `toFortnite`. */
const ids = new RegExp(`\\w*(?:${gameIds.join('|')})\\w*`, 'gi');
/**
 * Names of their accounts, and counters that only they have. `matches`, `kills` and `minutesPlayed` aren't included,
 * since all growing totals have them.
 */
const names = /\w*(?:[Ee]pic|EPIC)\w*|\w*[Tt]op_?(?:10|25)\w*|\bSolo\b/g;

/**
 * Names in the public API. The product specification calls the account of a challenge's game `epicId`, and related
 * names follow it.
 */
const wireNames = [
  'epicId',
  'epicAccount',
  'epicProof',
  'epicProofs',
  'showsEpicName',
  'provesEpicByDiscord',
  'same_epic_account',
  'epic_account_active',
  'epic_account_differs',
  'epic_account_in_play',
  'epic_account_of_other',
  'epic_account_taken',
  'epic_account_unprovable',
  'epic_id_unknown',
  'player.epic-accounts-shown',
  'user.epic-account',
  'user.epic-proof',
  ':id/epic-account',
  ':id/epic-proof',
  'putSuperAdminUsersByIdEpicAccount',
  'putSuperAdminUsersByIdEpicProof',
  // Places on leaderboards, which are the same for every game.
  'weeksInTop10',
  'weeks_in_top10',
  'week-top10',
  // Quoted by the product specification.
  "'Fortnite Challenge'",
];
const wire = new RegExp(`(?<!\\w|-)(?:${wireNames.join('|').replaceAll('.', '[.]')})(?!\\w)`, 'g');

/** The games' folders, and files that describe today's game on purpose. Tests play it. */
const allowed = [
  /^contract[/]games[/]/,
  /^(?:server[/]providers|sandbox)[/]games[/]/,
  // Demo data and articles.
  /^cli[/]demo[/]/,
  /^db[/]seed[/]/,
  /[/]seed[.]ts$/,
  /^web[/]features[/]blog[/]/,
  // Gift cards are for games too.
  /^contract[/]shop[.]ts$|[/]gift-card-(?:form|store)[.]tsx?$/,
  /[.]test[.]tsx?$|[/]testing[/]|-fixture[.]ts$/,
];

/** The names of games in a file, without repetition. */
function findNames(path: string, text: string): string[] {
  if (allowed.some((place) => place.test(path))) return [];
  const rest = text.replace(wire, '');
  return [...new Set([...(rest.match(ids) ?? []), ...(rest.match(names) ?? [])])];
}

const planted: [path: string, text: string][] = [
  ['web/features/challenges/terms.tsx', '<li>Only Solo matches count.</li>'],
  ['web/app/home/banner.tsx', "const title = 'Win at Fortnite';"],
  ['server/features/challenges/account-store.ts', 'sql`select from epic_accounts`'],
  ['server/features/challenges/rules.ts', 'const placed = after.top25 - before.top25;'],
  ['contract/challenges.ts', 'epicId, and its epicIds'],
  ['server/config.ts', 'const key = env.PUBG_API_KEY;'],
  ['server/providers/google/client.ts', "import '../games/fortnite/client.ts';"],
];

const files = globSync('{cli,contract,db/functions,sandbox,server,web}/**/*.{css,md,sql,ts,tsx}', {
  cwd: root,
});
const naming = new Map(
  files
    .map((file) => [file, findNames(file, readFileSync(`${root}${file}`, 'utf8'))] as const)
    .filter(([, found]) => found.length > 0),
);
const faults = [
  ...[...naming]
    .filter(([file]) => !stillNaming.has(file))
    .map(([file, found]) => `${file} names a game (${found.join(', ')}): move its words to contract/games`),
  ...[...stillNaming.keys()]
    .filter((file) => !naming.has(file))
    .map(
      (file) => `${file} no longer names a game: remove it from the list in scripts/files-naming-a-game.ts`,
    ),
  ...planted
    .filter(([path, text]) => findNames(path, text).length === 0)
    .map(([path]) => `planted violation in ${path} was not seen`),
];
if (faults.length > 0) {
  console.error(`Games:\n  ${faults.join('\n  ')}`);
  process.exit(1);
}
console.log(`Games: ${files.length} files, ${naming.size} of them still name one:`);
for (const [file, reason] of stillNaming) console.log(`  ${file}: ${reason}`);
