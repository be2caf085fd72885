// SPDX-License-Identifier: Apache-2.0

/**
 * Finds SQL, in the server's sources and in `db/functions`, that uses a table or function of another owner
 * (server/tables.ts). Part of `npm run check`.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { tablesForProofs, viewsForOthers } from '../db/tables.ts';
import { tables } from '../server/tables.ts';

const ownerByTable = new Map(
  Object.entries(tables).flatMap(([owner, owned]) => owned.map((table) => [table, owner] as const)),
);

const functionFiles = globSync('db/functions/*.sql').map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}));

/** The part of the server that owns a file of `db/functions`. */
function ownerOfFile(path: string): string {
  const name = basename(path, '.sql');
  return (
    [name, name.replace(/-\w+$/, '')]
      .flatMap((part) => [`server/${part}`, `server/features/${part}`])
      .find((owner) => owner in tables) ?? path
  );
}

const ownerOfFunction = new Map(
  functionFiles.flatMap(({ path, text }) =>
    [...text.matchAll(/^create or replace (?:function|procedure) (\w+)/gm)].map(
      ([, name = '']) => [name, ownerOfFile(path)] as const,
    ),
  ),
);

/** The text of each `sql` template without interpolated values. Nested templates are separate entries. */
function extractSql(source: string): string[] {
  return [...source.matchAll(/\bsql`/g)].map(({ index }) => templateAt(source, index + 'sql`'.length));
}

function templateAt(source: string, start: number): string {
  let text = '';
  let depth = 0;
  for (let at = start; at < source.length; at++) {
    const two = source.slice(at, at + 2);
    if (depth === 0 && source[at] === '`') return text;
    if (depth === 0 && two === '${') {
      depth = 1;
      at++;
      text += ' ';
    } else if (depth > 0) {
      if (source[at] === '`') at = endOfTemplate(source, at + 1);
      else if (source[at] === '{') depth++;
      else if (source[at] === '}') depth--;
    } else text += source[at];
  }
  return text;
}

function endOfTemplate(source: string, start: number): number {
  for (let at = start, depth = 0; at < source.length; at++) {
    if (depth === 0 && source[at] === '`') return at;
    if (source.slice(at, at + 2) === '${') depth++;
    else if (depth > 0 && source[at] === '}') depth--;
    else if (depth > 0 && source[at] === '`') at = endOfTemplate(source, at + 1);
  }
  return source.length;
}

const verb =
  /\b(?:delete\s+from|from|join|(?:insert|merge)\s+into|update|truncate|table|using|lock|copy)\s+(?:table\s+)?/g;
/** A name after a verb, in the public schema or quoted, with its alias if there is one. */
const named = /\s*(?:only\s+)?(?:"?public"?\s*\.\s*)?"?([a-z_]+)"?(?:(?:\s+(?:as\s+)?[a-z_]+)?\s*(,))?/y;

interface Mention {
  table: string;
  isRead: boolean;
}

/** The tables in a template's text: after a verb, in a list of names, or the whole text. */
function mentionsIn(text: string): Mention[] {
  if (/^[a-z_]+$/.test(text.trim())) return [{ table: text.trim(), isRead: false }];
  return [...text.matchAll(verb)].flatMap((found) => {
    const isRead = /^(?:from|join|using)\b/.test(found[0]);
    const names: string[] = [];
    named.lastIndex = found.index + found[0].length;
    for (let next = named.exec(text); next; next = next[2] ? named.exec(text) : null) {
      names.push(next[1] ?? '');
    }
    return names.map((table) => ({ table, isRead }));
  });
}

const isProofs = (path: string) => /[/](?:\w+-)*proofs[.]ts$/.test(path);

const isReadable = (table: string, reader: string) =>
  viewsForOthers[table]?.test(reader) || (tablesForProofs.has(table) && isProofs(reader));

/** Places where the SQL `text` of the file `path` uses tables or functions that `owner` doesn't own. */
function findTrespasses(text: string, { path, owner }: { path: string; owner: string }): string[] {
  const lower = text.toLowerCase();
  const ofTables = mentionsIn(lower).flatMap(({ table, isRead }) => {
    const other = ownerByTable.get(table);
    if (!other || other === owner) return [];
    // Checked for all of the owner's SQL, in any file.
    const reader = path.startsWith('db/') ? `${owner}/` : path;
    return isRead && isReadable(table, reader) ? [] : [`${path} uses ${table}, which is ${other}'s`];
  });
  const ofFunctions = [...lower.matchAll(/\b([a-z_]+)\s*\(/g)].flatMap(([, name = '']) => {
    const other = ownerOfFunction.get(name);
    return !other || other === owner || (path.startsWith('db/') && isBelow(other, owner))
      ? []
      : [`${path} calls ${name}, which is ${other}'s`];
  });
  return [...new Set([...ofTables, ...ofFunctions])];
}

/** Functions of features may call those of platform and ledger. The ledger's may call those of platform. */
function isBelow(other: string, owner: string): boolean {
  return other === 'server/platform' || (other === 'server/ledger' && owner.startsWith('server/features/'));
}

/** The same for a server source, in its `sql` templates. */
function trespasses(path: string, source: string): string[] {
  const owner = [...ownerByTable.values()].find((each) => path.startsWith(`${each}/`)) ?? path;
  return extractSql(source).flatMap((text) => findTrespasses(text, { path, owner }));
}

/** The same for a file of functions. */
function trespassesOfFunctions(path: string, text: string): string[] {
  return findTrespasses(text.replace(/--.*/g, ''), { path, owner: ownerOfFile(path) });
}

/** Each uses a table or function of the ledger or the shop, which the leaderboards may not. */
const planted = [
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
  'sql`select ${sql`1`} from wallets join ${x} on true`',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
  'sql`delete from transfers where ${`${y}`}`',
  'sql`truncate table wallets`',
  'sql`select from public.wallets`',
  'sql`select from "wallets"`',
  'sql`select from boards as b, only wallets w`',
  'sql`delete from boards using wallets`',
  'sql`select from recorded_transfers`',
  'deleteInBatches(db, sql`restock_alerts`, old)',
  'sql`select shop_cart_problems(null, null, null, null)`',
  'sql`select publish_live_event(null, null, null)`',
];

/** Allowed: the wallet reads the view of transfers, and its proofs read the table. Not allowed: writing. */
const plantedInWallet = [
  ['transfer-store.ts', 'sql`select from transfers`'],
  ['proofs.ts', 'sql`delete from transfers`'],
  ['proofs.ts', 'sql`select from wallets`'],
] as const;

/** The same in functions of the leaderboards. The last one is in a function of the ledger, which may use no feature. */
const plantedFunctions = [
  ['leaderboards', 'select count(*) from wallets'],
  ['leaderboards', 'begin update wallets set balance = 0; end'],
  ['leaderboards', 'select from recorded_reveals'],
  ['leaderboards', 'select shop_cart_problems(null, null, null, null)'],
  ['ledger', 'select owed_back(1, 1, 1)'],
] as const;

const toSingular = (table: string) =>
  table
    .replace(/ies$/, 'y')
    .replace(/(ss|x|ch|sh)es$/, '$1')
    .replace(/([^s])s$/, '$1');

/**
 * Whether a store is named after a table of its owner: a single table, maybe with its use (`gift-card-admin-store.ts`),
 * or the words that several tables start with (`seal-store.ts`). SQL over several tables belongs in a query file.
 */
function isNamedForTable(path: string): boolean {
  const name = basename(path, '-store.ts').replaceAll('-', '_');
  const owned = Object.entries(tables).find(([owner]) => path.startsWith(`${owner}/`))?.[1] ?? [];
  return owned.some(
    (table) => `${name}_`.startsWith(`${toSingular(table)}_`) || table.startsWith(`${name}_`),
  );
}

/** All uses of other owners' tables or functions. */
function findFaults(): string[] {
  const files = globSync('server/**/*.ts').filter((path) => !/[.]test[.]ts$|[/]testing[/]/.test(path));
  const found = [
    ...files.flatMap((path) => trespasses(path, readFileSync(path, 'utf8'))),
    ...functionFiles.flatMap(({ path, text }) => trespassesOfFunctions(path, text)),
    ...functionFiles
      .filter(({ path }) => ownerOfFile(path) === path)
      .map(({ path }) => `${path} is named for no owner of tables`),
    ...files
      .filter((path) => path.endsWith('-store.ts') && !isNamedForTable(path))
      .map(
        (path) => `${path} is named for no table of its owner: <table>-store.ts, or <question>-queries.ts`,
      ),
  ];
  if (isNamedForTable('server/features/shop/person-store.ts')) found.push('a planted name was not seen');
  for (const source of planted) {
    const seen = trespasses('server/features/leaderboards/planted.ts', source);
    if (seen.length !== 1) found.push(`a planted violation was not seen: ${source}`);
  }
  for (const [name, source] of plantedInWallet) {
    const seen = trespasses(`server/features/wallet/${name}`, source);
    if (seen.length !== 1) found.push(`a planted violation was not seen in ${name}: ${source}`);
  }
  for (const [name, text] of plantedFunctions) {
    const seen = trespassesOfFunctions(`db/functions/${name}.sql`, text);
    if (seen.length !== 1) found.push(`a planted violation was not seen: ${text}`);
  }
  return found;
}

const found = findFaults();
if (found.length > 0) {
  console.error(`Table owners:\n  ${found.join('\n  ')}`);
  process.exitCode = 1;
} else {
  console.log(
    `Table owners: ${ownerByTable.size} tables, ${ownerOfFunction.size} functions, and ${planted.length + plantedInWallet.length + plantedFunctions.length} planted violations seen.`,
  );
}
