// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';

export interface Acceptance {
  version: string;
  acceptedAt: Date;
}

/** The terms that the player last accepted. */
export function findAcceptance(db: Queryable, playerId: string): Promise<Acceptance | undefined> {
  return db.row(sql`
    select version, accepted_at from terms_acceptances where player_id = ${playerId}
    order by accepted_at desc, version desc limit 1`);
}

/** A query for the version that a player last accepted, as JSON. */
export function getAcceptedVersion(playerId: string): Sql {
  return sql`
    select to_json(version) from terms_acceptances where player_id = ${playerId}
    order by accepted_at desc, version desc limit 1`;
}

export function listAcceptances(db: Queryable, playerId: string): Promise<Acceptance[]> {
  return db.rows(sql`
    select version, accepted_at from terms_acceptances where player_id = ${playerId} order by accepted_at, version`);
}

/** Accepting the same version again keeps the first time. @returns when the player first accepted it */
export async function insertAcceptance(
  tx: Tx,
  playerId: string,
  { version, acceptedAt }: Acceptance,
): Promise<Date> {
  await tx.run(sql`
    insert into terms_acceptances (player_id, version, accepted_at)
    values (${playerId}, ${version}, ${acceptedAt}) on conflict do nothing`);
  const { acceptedAt: since } = await tx.one<{ acceptedAt: Date }>(sql`
    select accepted_at from terms_acceptances where player_id = ${playerId} and version = ${version}`);
  return since;
}
