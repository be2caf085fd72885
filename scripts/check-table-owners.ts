/** Finds SQL that reads or writes a table of somebody else (db/table-owners.ts). Part of `npm run check`. */
import { globSync, readFileSync } from 'node:fs';
import { readableByOthers, tableOwners } from '../db/table-owners.ts';

const ownerOf = new Map(
  Object.entries(tableOwners).flatMap(([owner, tables]) => tables.map((table) => [table, owner] as const)),
);

/** The text of each `sql` template, without what is put into it: templates within are found on their own. */
function sqlOf(source: string): string[] {
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

const verb = /\b(?:delete\s+from|from|join|into|update|truncate|table|using|lock|copy)\s+(?:table\s+)?/g;
/** A name behind a verb, of the public schema or quoted, and its alias where another name follows. */
const named = /\s*(?:only\s+)?(?:"?public"?\s*\.\s*)?"?([a-z_]+)"?(?:(?:\s+(?:as\s+)?[a-z_]+)?\s*(,))?/y;

interface Mention {
  table: string;
  isRead: boolean;
}

/** Which tables the text of a template names: behind a verb, in its list of names, or as all that there is. */
function mentionsIn(text: string): Mention[] {
  if (/^[a-z_]+$/.test(text.trim())) return [{ table: text.trim(), isRead: false }];
  return [...text.matchAll(verb)].flatMap((found) => {
    const isRead = /^(?:from|join|using)\b/.test(found[0]);
    const tables: string[] = [];
    named.lastIndex = found.index + found[0].length;
    for (let next = named.exec(text); next; next = next[2] ? named.exec(text) : null) {
      tables.push(next[1] ?? '');
    }
    return tables.map((table) => ({ table, isRead }));
  });
}

/** Where `source`, the file `path`, names tables that are another's. */
export function trespasses(path: string, source: string): string[] {
  const found = sqlOf(source)
    .flatMap((text) => mentionsIn(text.toLowerCase()))
    .flatMap(({ table, isRead }) => {
      const owner = table === 'audit_log' ? 'server/features/audit-log' : ownerOf.get(table);
      if (!owner || path.startsWith(`${owner}/`)) return [];
      return isRead && readableByOthers[table]?.test(path)
        ? []
        : [`${path} uses ${table}, which is ${owner}'s`];
    });
  return [...new Set(found)];
}

/** Each names a table of the ledger or of the shop where the leaderboards have no business. */
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
  'deleteInBatches(db, sql`restock_alerts`, old)',
];

if (import.meta.main) {
  const files = globSync('server/**/*.ts').filter((path) => !/[.]test[.]ts$|[/]testing[/]/.test(path));
  const found = files.flatMap((path) => trespasses(path, readFileSync(path, 'utf8')));
  for (const source of planted) {
    const seen = trespasses('server/features/leaderboards/planted.ts', source);
    if (seen.length !== 1) found.push(`a planted violation was not seen: ${source}`);
  }
  if (found.length > 0) {
    console.error(`Table owners:\n  ${found.join('\n  ')}`);
    process.exitCode = 1;
  } else {
    console.log(
      `Table owners: ${ownerOf.size} tables, ${files.length} files, and ${planted.length} planted violations seen.`,
    );
  }
}
