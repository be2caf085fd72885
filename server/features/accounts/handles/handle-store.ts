// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import type { AvatarName, PublicPlayer } from '../../../../contract/public-players.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { deleteInBatches } from '../../../platform/db/delete-in-batches.ts';
import { type Part, part } from '../../../platform/db/parts.ts';
import { getAvatar } from './rules.ts';

/** These players' public handles and avatars; players without an account are missing. */
export async function getPublicPlayers(
  db: Queryable,
  playerIds: readonly string[],
): Promise<Map<string, PublicPlayer>> {
  const rows = await db.rows<{ id: string; handle: string; drawnAvatar: string | null }>(sql`
    select p.id, h.handle, p.drawn_avatar from players p join handles h on h.player_id = p.id and h.is_worn
    where p.id = any (${[...playerIds]}::uuid[]) and p.deleted_at is null`);
  return new Map(
    rows.map(({ id, handle, drawnAvatar }) => [id, { handle, avatar: getAvatar(id, drawnAvatar) }]),
  );
}

/** The player with this handle or a look-alike; undefined if none has it, or the player is suspended. */
export async function findByHandle(db: Queryable, handle: string): Promise<string | undefined> {
  const row = await db.row<{ id: string }>(sql`
    select p.id from handles h join players p on p.id = h.player_id
    where h.likeness = handle_likeness(${handle}) and h.is_worn and p.suspended_at is null and p.deleted_at is null`);
  return row?.id;
}

/** A player's handle; the caller must have checked in this transaction that the player exists. */
export async function getHandle(tx: Tx, playerId: string): Promise<string> {
  const { handle } = await tx.one<{ handle: string }>(
    sql`select handle from handles where player_id = ${playerId} and is_worn`,
  );
  return handle;
}

/**
 * SQL condition: the player may take the handle. It is free, or reserved for them since they gave it up. Null if no
 * player may have it.
 */
function mayHave(playerId: string, now: Date): Sql {
  return sql`(not handles.is_worn and (handles.free_from <= ${now}
    or (handles.player_id = ${playerId} and handles.free_from is not null)))`;
}

/** Whether a handle is available to a player, even if it looks like their own. */
export async function isAvailable(
  db: Queryable,
  { playerId, handle, now }: { playerId: string; handle: string; now: Date },
): Promise<boolean> {
  const inTheWay = await db.row(sql`
    select from handles where likeness = handle_likeness(${handle})
      and ${mayHave(playerId, now)} is not true and not (is_worn and player_id = ${playerId})`);
  return inTheWay === undefined;
}

/**
 * Takes away the player's current handle.
 * @param freeFrom when others may take it; null for never
 */
export async function giveUpHandle(tx: Tx, playerId: string, freeFrom: Date | null): Promise<void> {
  await tx.run(sql`
    update handles set is_worn = false, free_from = ${freeFrom} where player_id = ${playerId} and is_worn`);
}

/** Gives this handle to a player who has none; false if another player has it or a look-alike. */
export async function takeHandle(
  tx: Tx,
  { playerId, handle, now }: { playerId: string; handle: string; now: Date },
): Promise<boolean> {
  const taken = await tx.run(sql`
    insert into handles (likeness, handle, player_id) values (handle_likeness(${handle}), ${handle}, ${playerId})
    on conflict (likeness) do update
    set handle = excluded.handle, player_id = excluded.player_id, is_worn = true, free_from = null
    where ${mayHave(playerId, now)}`);
  return taken === 1;
}

/** Gives a random handle to a player who has none. */
export async function giveRandomHandle(tx: Tx, playerId: string): Promise<string> {
  const { handle } = await tx.one<{ handle: string }>(sql`select give_random_handle(${playerId}) as handle`);
  return handle;
}

/** Reserves a deleted account's handles until `freeFrom`, without recording whose they were. */
export async function reserveHandles(tx: Tx, playerId: string, freeFrom: Date): Promise<void> {
  await tx.run(sql`
    update handles set handle = null, player_id = null, is_worn = false,
      free_from = case when is_worn or free_from is not null then ${freeFrom}::timestamptz end
    where player_id = ${playerId}`);
  await tx.run(sql`delete from handle_changes where player_id = ${playerId}`);
  await tx.run(sql`update players set drawn_avatar = null where id = ${playerId}`);
}

/** Deletes handles whose reservation has ended. */
export async function forgetFreeHandles(db: Queryable, now: Date): Promise<void> {
  await deleteInBatches(db, sql`handles`, sql`free_from <= ${now}`);
}

export interface HandleChange {
  handleBefore: string;
  handle: string;
  changedBy: 'player' | 'administrator';
  changedAt: Date;
}

/** Returns the change's id. */
export async function insertHandleChange(
  tx: Tx,
  { playerId, handleBefore, handle, changedBy, changedAt }: HandleChange & { playerId: string },
): Promise<string> {
  const { id } = await tx.one<{ id: string }>(sql`
    insert into handle_changes (player_id, handle_before, handle, changed_by, changed_at)
    values (${playerId}, ${handleBefore}, ${handle}, ${changedBy}, ${changedAt}) returning id`);
  return id;
}

/** When the player last changed their handle; changes by administrators do not count. */
export function findLastOwnChange(playerId: string): Part<Date | null> {
  return part(
    sql`
      select to_json(max(changed_at)) from handle_changes
      where player_id = ${playerId} and changed_by = 'player'`,
    (at: string | null) => (at === null ? null : new Date(at)),
  );
}

/** Whether the player chose their current handle: the last change was theirs. */
export function isHandleChosen(playerId: string): Part<boolean> {
  return part(
    sql`
      select to_json(coalesce((
        select changed_by = 'player' from handle_changes where player_id = ${playerId}
        order by changed_at desc, id desc limit 1), false))`,
    (isChosen: boolean) => isChosen,
  );
}

export function listHandleChanges(db: Queryable, playerId: string): Promise<HandleChange[]> {
  return db.rows<HandleChange>(sql`
    select handle_before, handle, changed_by, changed_at from handle_changes
    where player_id = ${playerId} order by changed_at, id`);
}

export async function setAvatar(tx: Tx, playerId: string, avatar: AvatarName): Promise<void> {
  await tx.run(sql`update players set drawn_avatar = ${avatar} where id = ${playerId}`);
}
