import sql, { join, type Sql } from 'sql-template-tag';
import { countedExactly, type userSorts } from '../../../contract/users.ts';
import { containing } from '../../platform/db/containing.ts';
import { countFound } from '../../platform/db/count-found.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';

export interface UserRow {
  id: string;
  googleId: string | null;
  name: string;
  email: string;
  avatarUrl: string | null;
  role: string;
  isVerified: boolean;
  createdAt: Date;
  suspendedAt: Date | null;
}

const asUser = sql`
  p.id, (select g.subject from identities g where g.player_id = p.id and g.provider = 'google' limit 1) as "googleId",
  p.name, p.email, p.avatar_url as "avatarUrl", p.role, p.is_verified as "isVerified",
  p.created_at as "createdAt", p.suspended_at as "suspendedAt"`;

export interface UserFilter {
  search?: string | undefined;
  /** Names of roles that the search finds too; empty where it finds none. */
  searchedRoles?: readonly string[] | undefined;
  role?: string | undefined;
  isSuspended?: boolean | undefined;
}

/**
 * Users by their words through the index of those, which holds no roles: each search for "user" would find everybody
 * in it. Roles are few and looked up first; only a search that finds one looks at the players' roles.
 */
function found(search: string, roles: readonly string[]): Sql {
  const byWords = sql`select player_id from player_search where words like lower(${containing(search)})`;
  return roles.length > 0
    ? sql`(p.role = any (${[...roles]}::text[]) or p.id in (${byWords}))`
    : sql`p.id in (${byWords})`;
}

function matching({ search, searchedRoles = [], role, isSuspended }: UserFilter): Sql {
  const conditions = [sql`p.deleted_at is null`];
  if (search) conditions.push(found(search, searchedRoles));
  if (role) conditions.push(sql`p.role = ${role}`);
  if (isSuspended !== undefined) conditions.push(sql`(p.suspended_at is not null) = ${isSuspended}`);
  return sql`from players p where ${join(conditions, ' and ')}`;
}

/** Names of the roles that hold these words. */
export async function searchRoleNames(db: Queryable, search: string): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select name from roles where lower(name) like lower(${containing(search)})`);
  return rows.map(({ name }) => name);
}

export type UserSort = (typeof userSorts)[number];

/** Each is the order of an index (db/migrations/0013_admin.sql). */
const orders: Record<UserSort, Record<'asc' | 'desc', Sql>> = {
  createdAt: { asc: sql`p.created_at, p.id`, desc: sql`p.created_at desc, p.id desc` },
  name: { asc: sql`lower(p.name), p.id`, desc: sql`lower(p.name) desc, p.id desc` },
  email: { asc: sql`lower(p.email), p.id`, desc: sql`lower(p.email) desc, p.id desc` },
  role: { asc: sql`p.role, p.id`, desc: sql`p.role desc, p.id desc` },
};

/** A page of users. */
export function listUsers(
  db: Queryable,
  query: UserFilter & { sort: UserSort; order: 'asc' | 'desc'; limit: number; offset: number },
): Promise<UserRow[]> {
  const { sort, order, limit, offset } = query;
  return db.rows<UserRow>(sql`
    select ${asUser} ${matching(query)} order by ${orders[sort][order]} limit ${limit} offset ${offset}`);
}

/** How many match. Without a search the planner's estimate is good. */
export function countUsers(
  db: Queryable,
  filter: UserFilter,
): Promise<{ total: number; isEstimate: boolean }> {
  return countFound(db, matching(filter), { exactUpTo: countedExactly, isWellEstimated: !filter.search });
}

export function findUser(db: Queryable, userId: string): Promise<UserRow | undefined> {
  return db.row<UserRow>(sql`
    select ${asUser} from players p where p.id = ${userId} and p.deleted_at is null`);
}

/** Ids of those whom a search finds, deleted ones included; at most `limit`. */
export async function searchUserIds(db: Queryable, search: string, limit: number): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select player_id as id from player_search where words like lower(${containing(search)}) limit ${limit}`);
  return rows.map(({ id }) => id);
}

export interface HeldRole {
  id: string;
  role: string;
  kept: string[];
  suspendedAt: Date | null;
}

type HeldPlayer = Omit<HeldRole, 'kept'>;

/**
 * Reads the roles of locked players, which then stay as they are too. Never together with the players in one
 * statement: where it had to wait for a player whose role changed meanwhile, it would look at the old role's row, find
 * that the two no longer match, and drop the player as though there were none.
 */
async function withRoles(tx: Tx, players: readonly HeldPlayer[]): Promise<HeldRole[]> {
  const names = [...new Set(players.map(({ role }) => role))];
  const roles = await tx.rows<{ name: string; permissions: string[] }>(sql`
    select name, permissions from roles where name = any(${names}) order by name for share`);
  const permissions = new Map(roles.map((role) => [role.name, role.permissions]));
  return players.map((player) => ({ ...player, kept: permissions.get(player.role) ?? [] }));
}

/**
 * Locks these accounts in one order, players before roles, so that what any of them may do stays as it is until the
 * transaction ends. Deleted ones are not among those it answers.
 */
export async function lockWithRoles(tx: Tx, playerIds: readonly string[]): Promise<HeldRole[]> {
  const players = await tx.rows<HeldPlayer>(sql`
    select id, role, suspended_at as "suspendedAt" from players
    where id = any(${playerIds}) and deleted_at is null order by id for no key update`);
  return withRoles(tx, players);
}

/** The same of one account that is not going to be changed: any number of transactions may hold it at once. */
export async function holdWithRole(tx: Tx, playerId: string): Promise<HeldRole | undefined> {
  const players = await tx.rows<HeldPlayer>(sql`
    select id, role, suspended_at as "suspendedAt" from players
    where id = ${playerId} and deleted_at is null for share`);
  const [held] = await withRoles(tx, players);
  return held;
}

export type ChangedUser = Pick<UserRow, 'name' | 'email' | 'role' | 'isVerified'>;

export async function changeUser(tx: Tx, userId: string, user: ChangedUser): Promise<void> {
  await tx.run(sql`
    update players set name = ${user.name}, email = ${user.email}, role = ${user.role},
      is_verified = ${user.isVerified}
    where id = ${userId}`);
}

export async function setSuspended(tx: Tx, userId: string, at: Date | null): Promise<void> {
  await tx.run(sql`update players set suspended_at = ${at} where id = ${userId}`);
}

/** Ends sessions and sign-ins that are on their way; answers how many sessions. */
export async function endEverySession(tx: Tx, userId: string): Promise<number> {
  await tx.run(sql`delete from sign_in_tokens where player_id = ${userId}`);
  return tx.run(sql`delete from sessions where player_id = ${userId}`);
}

export interface NoteRow {
  id: string;
  author: string;
  note: string;
  createdAt: Date;
}

const notesListed = 200;

/** Newest first. */
export function notesOf(db: Queryable, userId: string): Promise<NoteRow[]> {
  return db.rows<NoteRow>(sql`
    select n.id, a.name as author, n.note, n.created_at as "createdAt"
    from user_notes n join players a on a.id = n.author_id
    where n.player_id = ${userId} and n.note <> '' order by n.id desc limit ${notesListed}`);
}

/** Undefined where its words are gone. */
export function findNote(db: Queryable, noteId: string): Promise<NoteRow | undefined> {
  return db.row<NoteRow>(sql`
    select n.id, a.name as author, n.note, n.created_at as "createdAt"
    from user_notes n join players a on a.id = n.author_id where n.id = ${noteId} and n.note <> ''`);
}

/** In order, those after the note `after` where it is given. */
export function notesAbout(
  db: Queryable,
  userId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Omit<NoteRow, 'author'>[]> {
  return db.rows<Omit<NoteRow, 'author'>>(sql`
    select id, note, created_at as "createdAt" from user_notes
    where player_id = ${userId} and note <> '' and (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
    order by id limit ${limit}`);
}

export async function insertNote(
  tx: Tx,
  note: { userId: string; authorId: string; note: string; at: Date },
): Promise<NoteRow> {
  const row = await tx.row<NoteRow>(sql`
    with written as (
      insert into user_notes (player_id, author_id, note, created_at)
      values (${note.userId}, ${note.authorId}, ${note.note}, ${note.at}) returning *)
    select w.id, a.name as author, w.note, w.created_at as "createdAt"
    from written w join players a on a.id = w.author_id`);
  return row as NoteRow;
}

/** Takes the words out of what was noted about somebody whose account is gone. */
export async function forgetNotes(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`update user_notes set note = '' where player_id = ${userId} and note <> ''`);
}
