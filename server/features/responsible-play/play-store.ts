// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import type { Statement } from './rules.ts';

/** What bears on one player's playing happens one after the other: limits are counted exactly, and no entry passes a pause. */
export async function lockPlay(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(7435, hashtext(${playerId}))`);
}

export type StatementRow = Statement & { statedAt: Date };

export function findStatement(db: Queryable, playerId: string): Promise<StatementRow | undefined> {
  return db.row(sql`
    select birth_date::text as birth_date, region, stated_at from play_statements where player_id = ${playerId}`);
}

/** @returns false where the player has stated something already */
export async function insertStatement(
  tx: Tx,
  playerId: string,
  { birthDate, region }: Statement,
  at: Date,
): Promise<boolean> {
  const written = await tx.run(sql`
    insert into play_statements (player_id, birth_date, region, stated_at)
    values (${playerId}, ${birthDate}, ${region}, ${at}) on conflict (player_id) do nothing`);
  return written > 0;
}

export async function writeStatement(
  tx: Tx,
  playerId: string,
  { birthDate, region }: Statement,
  at: Date,
): Promise<void> {
  await tx.run(sql`
    insert into play_statements (player_id, birth_date, region, stated_at)
    values (${playerId}, ${birthDate}, ${region}, ${at})
    on conflict (player_id) do update set birth_date = excluded.birth_date, region = excluded.region`);
}

/** Until when the player has paused; null: not paused. */
export async function findPauseEnd(db: Queryable, playerId: string, now: Date): Promise<Date | null> {
  const { until } = await db.one<{ until: Date | null }>(sql`
    select max(until_at) as until from play_pauses where player_id = ${playerId} and until_at > ${now}`);
  return until;
}

export async function insertPause(
  tx: Tx,
  pause: { playerId: string; beganAt: Date; until: Date },
): Promise<void> {
  await tx.run(sql`
    insert into play_pauses (player_id, began_at, until_at)
    values (${pause.playerId}, ${pause.beganAt}, ${pause.until})`);
}

export interface PauseRow {
  id: string;
  beganAt: Date;
  until: Date;
}

const pausesListed = 100;

/** The newest pauses of a player, newest first. */
export function listPauses(db: Queryable, playerId: string): Promise<PauseRow[]> {
  return db.rows(sql`
    select id, began_at, until_at as until from play_pauses
    where player_id = ${playerId} order by id desc limit ${pausesListed}`);
}

export interface Acceptance {
  version: string;
  acceptedAt: Date;
}

/** The terms that the player accepted last. */
export function findAcceptance(db: Queryable, playerId: string): Promise<Acceptance | undefined> {
  return db.row(sql`
    select version, accepted_at from terms_acceptances where player_id = ${playerId}
    order by accepted_at desc, version desc limit 1`);
}

/** A query of the version that a player accepted last, as JSON. */
export function acceptedVersion(playerId: string): Sql {
  return sql`
    select to_json(version) from terms_acceptances where player_id = ${playerId}
    order by accepted_at desc, version desc limit 1`;
}

export function listAcceptances(db: Queryable, playerId: string): Promise<Acceptance[]> {
  return db.rows(sql`
    select version, accepted_at from terms_acceptances where player_id = ${playerId} order by accepted_at, version`);
}

/** Accepted again they stay accepted since the first time. @returns since when */
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

export async function forgetPlay(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`delete from play_statements where player_id = ${playerId}`);
  await tx.run(sql`delete from spending_limits where player_id = ${playerId}`);
  await tx.run(sql`delete from play_pauses where player_id = ${playerId}`);
  await tx.run(sql`delete from terms_acceptances where player_id = ${playerId}`);
}
