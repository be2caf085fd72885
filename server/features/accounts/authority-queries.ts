// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts';
import type { JournalEntries } from '../../platform/journal/entries.ts';

/** How many characters of a recovery code's keyed hash identify it in the journal. */
const printLength = 16;
const asPrint = sql`left(encode(code_hash, 'hex'), ${printLength})`;

const toIso = (at: Sql) => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A player's rights and since when they have had them; undefined if the rights never changed. */
export function readAuthority(
  db: Queryable,
  playerId: string,
): Promise<JournalEntries['authority'] | undefined> {
  return db.row(sql`
    select p.id as player_id, r.id as role_id, p.suspended_at is not null as is_suspended,
      ${toIso(sql`p.authority_at`)} as changed_at
    from players p join roles r on r.name = p.role where p.id = ${playerId} and p.authority_at is not null`);
}

/** A role's permissions; none if the role was deleted. */
export function readRole(db: Queryable, roleId: string): Promise<JournalEntries['role']> {
  return db.one(sql`
    select ${roleId}::text as role_id, coalesce(r.permissions, '{}') as permissions,
      ${toIso(sql`coalesce(r.authority_at, clock_timestamp())`)} as changed_at
    from (select) as always left join roles r on r.id = ${roleId}`);
}

/** The player's current second factors. Locks the player, so that the later of two readers has the later time. */
export async function readFactorIds(tx: Tx, playerId: string): Promise<JournalEntries['factors']> {
  await tx.run(sql`select from players where id = ${playerId} for no key update`);
  return tx.one(sql`
    select ${playerId}::text as player_id, ${toIso(sql`clock_timestamp()`)} as changed_at,
      (select ${toIso(sql`started_at`)} from authenticator_apps where player_id = ${playerId} and confirmed_at is not null)
        as app_started_at,
      array(select id::text from passkeys where player_id = ${playerId} order by id) as passkey_ids,
      array(select ${asPrint} from recovery_codes where player_id = ${playerId} and used_at is null order by 1)
        as recovery_codes`);
}

export interface Overtaken {
  playerId: string;
  role: string;
  kept: string[];
  isSuspended: boolean;
  /** The role according to the journal; null if it does not exist here. */
  lastRole: string | null;
  lastKept: string[] | null;
  wasSuspended: boolean;
  authorityAt: string | null;
}

/** Players whose journal line is newer than this database, with their rights here and in the journal. */
export function listOvertaken(
  db: Queryable,
  noted: readonly JournalEntries['authority'][],
): Promise<Overtaken[]> {
  const of = <Value>(pick: (one: JournalEntries['authority']) => Value) => noted.map(pick);
  return db.rows<Overtaken>(sql`
    select p.id as player_id, p.role, r.permissions as kept, p.suspended_at is not null as is_suspended,
      last.name as last_role, last.permissions as last_kept, n.is_suspended as was_suspended, ${toIso(sql`p.authority_at`)} as authority_at
    from unnest(${of(({ playerId }) => playerId)}::uuid[], ${of(({ roleId }) => roleId)}::uuid[],
      ${of(({ isSuspended }) => isSuspended)}::boolean[], ${of(({ changedAt }) => changedAt)}::timestamptz[])
      as n (player_id, role_id, is_suspended, changed_at)
    join players p on p.id = n.player_id join roles r on r.name = p.role left join roles last on last.id = n.role_id
    where (p.authority_at is null or p.authority_at < n.changed_at) and p.erased_at is null order by p.id`);
}

export interface OutdatedRole {
  roleId: string;
  name: string;
  permissions: string[];
  lastPermissions: string[];
  authorityAt: string | null;
}

/** Roles whose journal line is newer than this database. */
export function listOvertakenRoles(
  db: Queryable,
  noted: readonly JournalEntries['role'][],
): Promise<OutdatedRole[]> {
  const rows = noted.map((one) => JSON.stringify(one));
  return db.rows<OutdatedRole>(sql`
    select r.id as role_id, r.name, r.permissions,
      array(select jsonb_array_elements_text(n.line -> 'permissions')) as last_permissions,
      ${toIso(sql`r.authority_at`)} as authority_at
    from unnest(${rows}::jsonb[]) as n (line) join roles r on r.id = (n.line ->> 'roleId')::uuid
    where not r.is_built_in and (r.authority_at is null or r.authority_at < (n.line ->> 'changedAt')::timestamptz)
    order by r.name`);
}

export async function setPermissions(tx: Tx, roleId: string, permissions: readonly string[]): Promise<void> {
  await tx.run(sql`update roles set permissions = ${permissions} where id = ${roleId}`);
}

/**
 * The journal still knows more: its line stays newer than this database, so that commands report it until an operator
 * has looked.
 */
export async function keepOutdated(
  tx: Tx,
  of: { playerId: string; authorityAt: string | null } | { roleId: string; authorityAt: string | null },
): Promise<void> {
  await ('playerId' in of
    ? tx.run(sql`update players set authority_at = ${of.authorityAt}::timestamptz where id = ${of.playerId}`)
    : tx.run(sql`update roles set authority_at = ${of.authorityAt}::timestamptz where id = ${of.roleId}`));
}

/** An operator has looked: from now on, these players' and roles' journal lines count as older than this database. */
export async function acknowledgeJournal(
  tx: Tx,
  { playerIds, roleIds }: { playerIds: readonly string[]; roleIds: readonly string[] },
): Promise<void> {
  const now = sql`date_trunc('milliseconds', clock_timestamp())`;
  await tx.run(sql`update players set authority_at = ${now} where id = any (${playerIds}::uuid[])`);
  await tx.run(sql`update roles set authority_at = ${now} where id = any (${roleIds}::uuid[])`);
}

export interface WithdrawnFactors {
  passkeyIds: string[];
  hasApp: boolean;
  recoveryCodes: string[];
}

/** Factors that the player has here, but no longer had when the journal line was written. */
export function findWithdrawnFactors(
  db: Queryable,
  { playerId, passkeyIds, appStartedAt, recoveryCodes, changedAt }: JournalEntries['factors'],
): Promise<WithdrawnFactors> {
  return db.one<WithdrawnFactors>(sql`
    select
      array(select id::text from passkeys where player_id = ${playerId} and created_at <= ${changedAt}::timestamptz
        and id <> all (${passkeyIds}::uuid[])) as passkey_ids,
      exists (select from authenticator_apps where player_id = ${playerId} and confirmed_at is not null
        and started_at <= ${changedAt}::timestamptz
        and date_trunc('milliseconds', started_at) is distinct from ${appStartedAt}::timestamptz) as has_app,
      array(select ${asPrint} from recovery_codes where player_id = ${playerId} and used_at is null
        and created_at <= ${changedAt}::timestamptz and ${asPrint} <> all (${recoveryCodes}::text[])) as recovery_codes`);
}

export async function deleteWithdrawnFactors(
  tx: Tx,
  playerId: string,
  { passkeyIds, hasApp, recoveryCodes }: WithdrawnFactors,
): Promise<void> {
  await tx.run(sql`delete from passkeys where player_id = ${playerId} and id = any (${passkeyIds}::uuid[])`);
  if (hasApp) await tx.run(sql`delete from authenticator_apps where player_id = ${playerId}`);
  await tx.run(sql`
    delete from recovery_codes where player_id = ${playerId} and ${asPrint} = any (${recoveryCodes}::text[])`);
}

/** Administrators among these players who have no second factor here. */
export async function listWithoutFactor(db: Queryable, playerIds: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select p.id from players p where p.id = any (${playerIds}::uuid[]) and p.role <> 'USER' and p.deleted_at is null
      and not exists (select from authenticator_apps a where a.player_id = p.id and a.confirmed_at is not null)
      and not exists (select from passkeys k where k.player_id = p.id) order by p.id`);
  return rows.map(({ id }) => id);
}

/** Ends all sessions, sign-ins in progress and pending links of Discord accounts. @returns how many sessions ended */
export async function endEveryAccess(db: Queryable): Promise<number> {
  const all = sql`true`;
  await deleteInBatches(db, sql`sign_in_tokens`, all);
  await deleteInBatches(db, sql`discord_link_tokens`, all);
  return deleteInBatches(db, sql`sessions`, all);
}
