// SPDX-License-Identifier: Apache-2.0

/**
 * Finds tables that the migrations create but nobody owns (server/tables.ts), or that are declared as spread by player
 * although their primary key lacks the player. Part of `npm run check`; the catalogue itself is checked by a test
 * (server/platform/db/tables.test.ts), which sees every unique key.
 */
import { globSync, readFileSync } from 'node:fs';
import { findTablesAt, tables } from '../server/tables.ts';

const byPlayer = findTablesAt('player');

/** Tables that exist after these migrations, with the text that creates each. */
function findTables(texts: readonly string[]): Map<string, string> {
  const tables = new Map<string, string>();
  const statement =
    /\b(create (?:unlogged )?table (?:if not exists )?(\w+) \((.*?)\n\)|drop table (?:if exists )?(\w+)|alter table (?:if exists )?(\w+) rename to (\w+))/gs;
  for (const text of texts) {
    for (const [, , made, body, dropped, from, to] of text.replace(/--.*/g, '').matchAll(statement)) {
      if (made) tables.set(made, body ?? '');
      if (dropped) tables.delete(dropped);
      if (from && to) {
        tables.set(to, tables.get(from) ?? '');
        tables.delete(from);
      }
    }
  }
  return tables;
}

function primaryKey(body: string): string[] {
  const listed = /primary key \(([^)]*)\)/.exec(body)?.[1];
  if (listed) return listed.split(',').map((name) => name.trim());
  return [/^\s*(\w+)[^,]*\bprimary key\b/m.exec(body)?.[1] ?? ''];
}

function findFaults(texts: readonly string[]): string[] {
  const views = findTablesAt('view');
  const known = Object.values(tables).flatMap((owned) => Object.keys(owned));
  const placed = known.filter((name) => !views.has(name));
  const faults = known
    .filter((name, place) => known.indexOf(name) !== place)
    .map((name) => `${name} has two owners`);
  for (const [name, body] of findTables(texts)) {
    // Partitions of a table, and its old version while it is being copied.
    if (!placed.includes(name)) faults.push(`${name} is in no door's tables, nor in db/tables.ts`);
    const column = byPlayer.get(name)?.column;
    if (column && !primaryKey(body).includes(column)) {
      faults.push(
        `${name} is spread by ${column}, which its primary key lacks: put the player's id there, or say since when and what the plan is`,
      );
    }
  }
  return faults;
}

const planted = [
  'create table planted (\n  id bigint primary key\n);',
  'create table audit_log (\n  id bigint primary key\n);',
  'create table wallets (\n  id bigint primary key,\n  player_id uuid\n);',
  'create table wallets (\n  player_id uuid,\n  currency text,\n  primary key (currency)\n);',
];

/** Prints tables without a placement, or with an impossible one. @returns whether all are in order */
export function checkPlaces(): boolean {
  const migrations = globSync('db/migrations/*.sql')
    .sort()
    .map((path) => readFileSync(path, 'utf8'));
  const found = findFaults(migrations);
  for (const text of planted) {
    if (findFaults([text]).length !== 1) found.push(`a planted violation was not seen: ${text}`);
  }
  if (found.length > 0) {
    console.error(`Places of tables:\n  ${found.join('\n  ')}`);
  } else {
    const later = findTablesAt('player-later').size;
    console.log(
      `Places of tables: ${byPlayer.size} by player, ${later} later, ${planted.length} planted violations seen.`,
    );
  }
  return found.length === 0;
}
