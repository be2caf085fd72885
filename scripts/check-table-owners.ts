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

const mention = /\b(delete\s+from|from|join|into|update|truncate|table)\s+(?:only\s+)?([a-z_]+)/g;

/** Where `source`, the file `path`, names tables that are another's. */
export function trespasses(path: string, source: string): string[] {
  const mentions = sqlOf(source).flatMap((text) => [...text.toLowerCase().matchAll(mention)]);
  const found = mentions.flatMap(([, verb = '', table = '']) => {
    const owner = table === 'audit_log' ? 'server/features/audit-log' : ownerOf.get(table);
    if (!owner || path.startsWith(`${owner}/`)) return [];
    const isRead = verb === 'from' || verb === 'join';
    return isRead && readableByOthers[table]?.test(path)
      ? []
      : [`${path} uses ${table}, which is ${owner}'s`];
  });
  return [...new Set(found)];
}

const planted =
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
  'sql`select ${sql`1`} from wallets join ${x} on true`; sql`delete from transfers where ${`${y}`}`';

if (import.meta.main) {
  const files = globSync('server/**/*.ts').filter((path) => !/[.]test[.]ts$|[/]testing[/]/.test(path));
  const found = files.flatMap((path) => trespasses(path, readFileSync(path, 'utf8')));
  if (trespasses('server/features/wallet/planted.ts', planted).length !== 2) {
    found.push('a planted violation was not seen');
  }
  if (found.length > 0) {
    console.error(`Table owners:\n  ${found.join('\n  ')}`);
    process.exitCode = 1;
  } else {
    console.log(
      `Table owners: ${ownerOf.size} tables, ${files.length} files, and 2 planted violations seen.`,
    );
  }
}
