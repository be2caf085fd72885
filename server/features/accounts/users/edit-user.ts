import type { User, UserChange } from '../../../../contract/users.ts';
import { adjustCoins, lockCoins } from '../../../ledger/adjust.ts';
import { announceBalance } from '../../../ledger/announce.ts';
import { recordAdminChange } from '../../../platform/db/admin-changes.ts';
import { answerOnce } from '../../../platform/db/answer-once.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { mergeEdit } from '../../../platform/merge-edit.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { type Authority, authoriseOver, requireOtherSuperAdmin } from '../roles/authority.ts';
import { findRole } from '../roles/role-store.ts';
import { getPermissions, holdsAll } from '../rules.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { type ChangedUser, changeUser, findUser, getUser } from './user-store.ts';
import { type PageRecords, viewUsers } from './views.ts';

export interface EditUserInput {
  actorId: string;
  userId: string;
  change: UserChange;
  idempotencyKey: string;
}

export interface EditUserDeps {
  db: Database;
  sessions: Pick<Sessions, 'forget'>;
  userRecords: PageRecords;
  /** An adjustment of more coins than this is marked in the audit log. */
  coinAdjustmentWarningGC: number;
}

/**
 * Changes what is named of a user (docs/rules.md, Users; product specification, section 7.3). Other coins become an
 * adjustment; what is unchanged is neither moved nor written down.
 *
 * Refuses what `authoriseOver` does, `changed_meanwhile`, `own_role`, `role_unknown`, `role_beyond_yours`, `last_super_admin`, `own_coins`,
 * `forbidden` (coins without users:adjust-coins), `coins_changed`, `coins_below_zero`.
 */
export async function editUser(input: EditUserInput, deps: EditUserDeps): Promise<User | Refusal> {
  const { idempotencyKey, actorId, ...said } = input;
  const request = { playerId: actorId, key: idempotencyKey, input: { operation: 'user.update', ...said } };
  const outcome = await deps.db.transaction<User | Refusal>((tx) =>
    answerOnce<User, KeptUser>(tx, request, () => editWithin(tx, input, deps), {
      toKept: withoutPerson,
      restore: (kept) => answerAgain(tx, input.userId, kept),
    }),
  );
  if (!isRefusal(outcome)) deps.sessions.forget(input.userId);
  return outcome;
}

/** What is kept for replays: a name would outlive the account. */
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

/** The first answer, with who it is about as they are called now. */
async function answerAgain(tx: Tx, userId: string, kept: KeptUser): Promise<User | Refusal> {
  const row = await findUser(tx, userId);
  if (!row) return refuse('not_found');
  const { name, handle, email, avatarUrl: avatar, googleId } = row;
  return { ...kept, name, handle, email, avatar, googleId };
}

async function editWithin(
  tx: Tx,
  input: EditUserInput,
  { userRecords, coinAdjustmentWarningGC }: EditUserDeps,
): Promise<User | Refusal> {
  const { actorId, userId, change } = input;
  const authority = await authoriseOver(tx, { actorId, userId, permission: 'users:write' });
  if (isRefusal(authority)) return authority;
  const before = await getUser(tx, userId);
  const edit = mergeEdit({ sent: named(change), loaded: change.loaded, current: pickFields(before) });
  if (isRefusal(edit)) return edit;
  const after = { ...pickFields(before), ...edit };
  if (after.role !== before.role) {
    const refusal = await checkRoleChange(tx, after.role, input, authority);
    if (refusal) return refusal;
  }
  const coins = await changeCoins(tx, input, authority);
  if (isRefusal(coins)) return coins;
  await changeUser(tx, userId, after);
  const isLarge = Math.abs(coins.after - coins.before) > coinAdjustmentWarningGC;
  await record(
    tx,
    input,
    { ...pickFields(before), gamerCoins: coins.before },
    { ...after, gamerCoins: coins.after, ...(isLarge && { isLargeAdjustment: true }) },
  );
  const [user] = await viewUsers(tx, [await getUser(tx, userId)], userRecords);
  const delta = coins.after - coins.before;
  if (delta !== 0) {
    const description = 'Adjustment by an administrator';
    await announceBalance(tx, userId, { delta, currency: 'GC', description });
  }
  return user as User;
}

const pickFields = ({ name, email, role, isVerified }: ChangedUser): ChangedUser => ({
  name,
  email,
  role,
  isVerified,
});

/** The fields that the call names. */
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
  { actorId, userId }: EditUserInput,
  { mine, target }: Authority,
): Promise<Refusal | undefined> {
  if (actorId === userId) return refuse('own_role');
  const found = await findRole(tx, { name: role });
  if (!found) return refuse('role_unknown');
  if (!holdsAll(mine, getPermissions(found.name, found.kept))) return refuse('role_beyond_yours');
  return requireOtherSuperAdmin(tx, target);
}

/** A form that sends back what it showed adjusts nothing, also where the balance has moved since. */
async function changeCoins(
  tx: Tx,
  { actorId, userId, change, idempotencyKey }: EditUserInput,
  { mine }: Authority,
): Promise<{ before: number; after: number } | Refusal> {
  const { gamerCoins: coins, gamerCoinsLoaded: coinsLoaded } = change;
  if (coins === undefined || coins === coinsLoaded) return { before: 0, after: 0 };
  const balance = await lockCoins(tx, userId);
  if (coins === balance) return { before: balance, after: balance };
  if (!mine.has('users:adjust-coins')) return refuse('forbidden');
  if (actorId === userId) return refuse('own_coins');
  const key = `user-adjustment:${actorId}:${idempotencyKey}`;
  const adjustment = { playerId: userId, coins, coinsLoaded, idempotencyKey: key };
  return (await adjustCoins(tx, balance, adjustment)) ?? { before: balance, after: coins };
}

/** Writes down the fields that changed; none, nothing. */
async function record(
  tx: Tx,
  { actorId, userId, change }: EditUserInput,
  before: object,
  after: object,
): Promise<void> {
  const was = new Map(Object.entries(before));
  const changed = Object.entries(after).filter(([field, value]) => was.get(field) !== value);
  if (changed.length === 0) return;
  await recordAdminChange(tx, {
    actorId,
    action: 'user.update',
    subject: `user:${userId}`,
    before: Object.fromEntries(changed.map(([field]) => [field, was.get(field)])),
    after: Object.fromEntries(changed),
    reason: change.reason ?? '',
  });
}
