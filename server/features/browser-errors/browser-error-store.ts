// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Transactional } from '../../platform/db/database.ts';
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts';

export interface CountedError {
  fingerprint: Buffer;
  name: string;
  message: string;
  place: string;
  page: string;
  seen: number;
}

/** Operators would read no more kinds of errors than this. */
const maxGroups = 500;

/**
 * Adds the counted errors to their groups. If there are too many groups, the rarest and oldest are deleted, so that
 * fabricated errors displace no real ones.
 * @returns those that were new
 */
export async function addErrors(
  db: Queryable,
  errors: readonly CountedError[],
  now: Date,
): Promise<CountedError[]> {
  const sorted = errors.toSorted((a, b) => Buffer.compare(a.fingerprint, b.fingerprint));
  const column = <Key extends keyof CountedError>(key: Key) => sorted.map((error) => error[key]);
  const added = await db.rows<{ fingerprint: Buffer }>(sql`
    with told as (
      select * from unnest(${column('fingerprint')}::bytea[], ${column('name')}::text[], ${column('message')}::text[],
        ${column('place')}::text[], ${column('page')}::text[], ${column('seen')}::bigint[])
        as told (fingerprint, name, message, place, page, seen)
    ), kept as (
      insert into browser_errors as e (fingerprint, name, message, place, page, seen, first_seen_at, last_seen_at)
      select told.*, ${now}, ${now} from told order by fingerprint
      on conflict (fingerprint) do update set seen = e.seen + excluded.seen, last_seen_at = excluded.last_seen_at
      -- A row that was there has been locked by this transaction.
      returning fingerprint, e.xmax = 0 as is_new
    )
    select fingerprint from kept where is_new`);
  await db.run(sql`
    delete from browser_errors where fingerprint in (
      select fingerprint from browser_errors order by seen desc, last_seen_at desc, fingerprint offset ${maxGroups})`);
  return sorted.filter((error) => added.some(({ fingerprint }) => fingerprint.equals(error.fingerprint)));
}

export interface BrowserError {
  name: string;
  message: string;
  place: string;
  page: string;
  seen: number;
  firstSeenAt: Date;
  lastSeenAt: Date;
}

/** Newest first. */
export function listErrors(db: Queryable, limit: number): Promise<BrowserError[]> {
  return db.rows<BrowserError>(sql`
    select name, message, place, page, seen, first_seen_at, last_seen_at from browser_errors
    order by last_seen_at desc, seen desc limit ${limit}`);
}

export async function forgetErrors(db: Transactional, before: Date): Promise<void> {
  await deleteInBatches(db, sql`browser_errors`, sql`last_seen_at < ${before}`);
}
