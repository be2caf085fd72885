// SPDX-License-Identifier: Apache-2.0

import type { User, UserChange } from '../../../../contract/users-admin.ts';
import type { Approved, AskApproval } from '../../../approval-ports.ts';
import { adjustCoins, checkAdjustment, lockCoins } from '../../../ledger/adjust.ts';
import { announceBalance } from '../../../ledger/announce.ts';
import type { Clock } from '../../../platform/clock.ts';
import {
  type AdminChange,
  type Changed,
  changeAndRecord,
  changeOnce,
} from '../../../platform/db/admin-changes.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import { mergeEdit, requireAsShown } from '../../../platform/merge-edit.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { noteAuthority } from '../note-authority.ts';
import { setRole } from '../player-store.ts';
import { type Authority, authoriseOver, requireOtherSuperAdmin } from '../roles/authority.ts';
import { noteOfficerChange } from '../roles/officer-change-store.ts';
import { findRole } from '../roles/role-store.ts';
import { getPermissions, holdsAll } from '../rules.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { type ChangedUser, changeUser, findUser, getUser } from './player-admin-store.ts';
import { type PageRecords, viewUsers } from './views.ts';

export interface EditUserInput {
  actorId: string;
  userId: string;
  change: UserChange;
  idempotencyKey: string;
}

export interface EditUserDeps {
  db: Database;
  clock: Clock;
  sessions: Pick<Sessions, 'forget'>;
  userRecords: PageRecords;
  askApproval: AskApproval;
  /** The audit log marks adjustments above this many coins. */
  coinAdjustmentWarningGC: number;
  journal: Journal;
}

/** An edit, from a call or from an approved change. */
interface Edit extends Omit<EditUserInput, 'idempotencyKey'> {
  /** The transfer's permanent idempotency key. */
  transferKey: string;
  /** The approved change in coins. Not the resulting balance, since players win and spend while the change waits. */
  approvedDelta?: number;
  /** The approved change's fields, as they were at the request. */
  was?: Partial<ChangedUser> | undefined;
}

/** The stored form of a change that waits for approval. */
interface Asked extends Pick<Edit, 'userId' | 'change'> {
  delta: number;
  /** The fields that it changes, as they were; missing in rows of the previous release. */
  was?: Partial<ChangedUser>;
}

/**
 * Changes the given fields of a user (docs/rules/users.md; product specification, section 7.3). A different balance
 * becomes an adjustment; unchanged values are neither booked nor logged.
 *
 * Refuses what `authoriseOver` refuses, `changed_meanwhile`, `own_role`, `role_unknown`, `role_beyond_yours`,
 * `last_super_admin`, `own_coins`, `forbidden` (coins without users:adjust-coins), `coins_changed`, `coins_below_zero`;
 * `waits_for_approval` for many coins.
 * @throws ObjectsUnavailable if the new role could not be written to the journal; a job writes it later
 */
export async function editUser(input: EditUserInput, deps: EditUserDeps): Promise<User | Refusal> {
  const { idempotencyKey, ...edit } = input;
  const { actorId, ...said } = edit;
  const request = { playerId: actorId, key: idempotencyKey, input: { operation: updateUser, ...said } };
  const transferKey = `user-adjustment:${actorId}:${idempotencyKey}`;
  const outcome = await deps.db.transaction<User | Refusal>((tx) =>
    changeOnce<User, KeptUser>(tx, request, () => editWithin(tx, { ...edit, transferKey }, deps), {
      toKept: withoutPerson,
      restore: (kept) => answerAgain(tx, input.userId, kept),
    }),
  );
  if (isRefusal(outcome)) return outcome;
  deps.sessions.forget(input.userId);
  if (input.change.role !== undefined) await noteAuthority({ playerId: input.userId }, deps);
  return outcome;
}

export const updateUser = 'user.update';

/** Carries out a change that one administrator requested and another approved. Refuses what `editUser` refuses. */
export function editUserAsApproved(
  tx: Tx,
  { actorId, input, approvalId }: Approved,
  deps: EditUserDeps,
): Promise<User | Refusal> {
  const { delta, ...asked } = input as Asked;
  const transferKey = `approval:${approvalId}`;
  const edit = { ...asked, actorId, transferKey, approvedDelta: delta };
  return changeAndRecord(tx, actorId, () => editWithin(tx, edit, deps));
}

/** The answer stored for replays: without names, which would outlive the account. */
type KeptUser = Omit<User, 'name' | 'handle' | 'email' | 'avatar' | 'googleId'>;

function withoutPerson({
  name: _,
  handle: _handle,
  email: _email,
  avatar: _avatar,
  googleId: _googleId,
  ...kept
}: User): KeptUser {
  return kept;
}

/** Repeats the first answer, with the user's current names. */
async function answerAgain(tx: Tx, userId: string, kept: KeptUser): Promise<User | Refusal> {
  const row = await findUser(tx, userId);
  if (!row) return refuse('not_found');
  const { name, handle, email, avatarUrl: avatar, googleId } = row;
  return { ...kept, name, handle, email, avatar, googleId };
}

async function editWithin(tx: Tx, input: Edit, deps: EditUserDeps): Promise<Changed<User> | Refusal> {
  const { actorId, userId, change } = input;
  const authority = await authoriseOver(tx, { actorId, userId, permission: 'users:write' });
  if (isRefusal(authority)) return authority;
  const before = await getUser(tx, userId);
  const edit = mergeEdit({ sent: named(change), loaded: change.loaded, current: pickFields(before) });
  if (isRefusal(edit)) return edit;
  const changed = input.was && requireAsShown(input.was, pickFields(before, fieldsOf(input.was)));
  if (changed) return changed;
  const after = { ...pickFields(before), ...edit };
  const hasOtherRole = after.role !== before.role;
  if (hasOtherRole) {
    const refusal = await checkRoleChange(tx, after.role, input, authority);
    if (refusal) return refusal;
  }
  const coins = await planCoins(tx, input, authority);
  if (isRefusal(coins)) return coins;
  const waits = await askForCoins(tx, input, { coins, before, after }, deps);
  if (waits) return waits;
  const unmoved = await moveCoins(tx, input, coins);
  if (unmoved) return unmoved;
  await changeUser(tx, userId, after);
  if (hasOtherRole) {
    const at = deps.clock.now();
    await setRole(tx, userId, { role: after.role, by: actorId, at });
    await noteOfficerChange(tx, authority.target, { actorId, at, gives: after.role !== 'USER' });
  }
  const delta = coins.after - coins.before;
  const isLarge = Math.abs(delta) > deps.coinAdjustmentWarningGC;
  const recorded = toChange(
    input,
    { ...pickFields(before), gamerCoins: coins.before },
    { ...after, gamerCoins: coins.after, ...(isLarge && { isLargeAdjustment: true }) },
  );
  const [user] = await viewUsers(tx, [await getUser(tx, userId)], deps.userRecords);
  if (delta !== 0) {
    const description = 'Adjustment by an administrator';
    await announceBalance(tx, userId, { delta, currency: 'GC', description });
  }
  return { answer: user as User, ...recorded };
}

const userFields = ['name', 'email', 'role', 'isVerified'] as const;
const fieldsOf = (values: object) => userFields.filter((field) => field in values);

function pickFields(user: ChangedUser): ChangedUser;
function pickFields(user: ChangedUser, fields: readonly (keyof ChangedUser)[]): Partial<ChangedUser>;
function pickFields(user: ChangedUser, fields: readonly (keyof ChangedUser)[] = userFields) {
  return Object.fromEntries(fields.map((field) => [field, user[field]]));
}

/** The fields in the call. */
function named({ name, email, role, isVerified }: UserChange): Partial<ChangedUser> {
  return {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(role !== undefined && { role }),
    ...(isVerified !== undefined && { isVerified }),
  };
}

async function checkRoleChange(
  tx: Tx,
  role: string,
  { actorId, userId }: Edit,
  { mine, target }: Authority,
): Promise<Refusal | undefined> {
  if (actorId === userId) return refuse('own_role');
  const found = await findRole(tx, { name: role });
  if (!found) return refuse('role_unknown');
  if (!holdsAll(mine, getPermissions(found.name, found.kept))) return refuse('role_beyond_yours');
  return requireOtherSuperAdmin(tx, target);
}

interface CoinsChange {
  before: number;
  after: number;
}

/** A form that sends back the displayed balance adjusts nothing, even if the balance has changed since. */
async function planCoins(
  tx: Tx,
  { actorId, userId, change, approvedDelta }: Edit,
  { mine }: Authority,
): Promise<CoinsChange | Refusal> {
  const { gamerCoins: coins, gamerCoinsLoaded: coinsLoaded } = change;
  if (coins === undefined || coins === coinsLoaded) return { before: 0, after: 0 };
  const before = await lockCoins(tx, userId);
  if (coins === before && approvedDelta === undefined) return { before, after: before };
  if (!mine.has('users:adjust-coins')) return refuse('forbidden');
  if (actorId === userId) return refuse('own_coins');
  const after = approvedDelta === undefined ? coins : before + approvedDelta;
  const seen = approvedDelta === undefined ? coinsLoaded : undefined;
  return checkAdjustment(before, { coins: after, coinsLoaded: seen }) ?? { before, after };
}

/** The approval request shows neither name nor address, since requests outlive accounts. */
function askForCoins(
  tx: Tx,
  { actorId, userId, change, approvedDelta }: Edit,
  { coins, before, after }: { coins: CoinsChange; before: ChangedUser; after: ChangedUser },
  { askApproval }: EditUserDeps,
): Promise<Refusal | undefined> {
  const delta = coins.after - coins.before;
  if (delta === 0 || approvedDelta !== undefined) return Promise.resolve(undefined);
  const changed = (fields: readonly (keyof ChangedUser)[]) =>
    fields.filter((field) => before[field] !== after[field]);
  const shown = changed(['role', 'isVerified']);
  const unnamed = changed(['name', 'email']);
  const show = (user: ChangedUser) => Object.fromEntries(shown.map((field) => [field, user[field]]));
  const asked: Asked = { userId, change, delta, was: pickFields(before, [...shown, ...unnamed]) };
  return askApproval(tx, {
    actorId,
    operation: updateUser,
    permission: 'users:adjust-coins',
    measure: () => [
      {
        kind: 'adjustment',
        coins: Math.abs(delta),
        makes: { way: 'adjustments', coins: Math.max(0, delta) },
      },
    ],
    title: 'Adjust the coins of a user',
    subject: `user:${userId}`,
    playerId: userId,
    before: { gamerCoins: coins.before, ...show(before) },
    after: {
      gamerCoins: coins.after,
      ...show(after),
      ...(unnamed.length > 0 && { alsoChanges: unnamed.join(', ') }),
    },
    input: asked,
    ...(change.reason && { reason: change.reason }),
  });
}

async function moveCoins(
  tx: Tx,
  { userId, transferKey }: Edit,
  { before, after }: CoinsChange,
): Promise<Refusal | undefined> {
  if (before === after) return undefined;
  const adjustment = { playerId: userId, coins: after, coinsLoaded: before, idempotencyKey: transferKey };
  return adjustCoins(tx, before, adjustment);
}

/** The audit log's change: the fields that changed; nothing if none did. */
function toChange({ userId, change }: Edit, before: object, after: object): { change?: AdminChange } {
  const was = new Map(Object.entries(before));
  const changed = Object.entries(after).filter(([field, value]) => was.get(field) !== value);
  if (changed.length === 0) return {};
  return {
    change: {
      action: 'user.update',
      subject: `user:${userId}`,
      before: Object.fromEntries(changed.map(([field]) => [field, was.get(field)])),
      after: Object.fromEntries(changed),
      reason: change.reason ?? '',
    },
  };
}
