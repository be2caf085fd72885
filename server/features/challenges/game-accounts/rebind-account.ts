// SPDX-License-Identifier: Apache-2.0

import type { GameId } from '../../../../contract/games/game.ts';
import { games } from '../../../../contract/games/games.ts';
import { recordAdminChange } from '../../../platform/db/admin-changes.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { Authority, People } from '../../../ports.ts';
import { hasActiveAttempt } from '../attempts/attempt-store.ts';
import {
  bindAccount,
  findBoundAccount,
  type GameAccount,
  getOwners,
  holdEntries,
  isBoundMeanwhile,
  unbindAccount,
} from './bound-account-queries.ts';
import { type LookUpDeps, readAccount } from './clear-account.ts';
import { checkAccountText } from './refuse-account.ts';

export interface RebindInput {
  actorId: string;
  userId: string;
  game: GameId;
  /** Null unbinds the account. */
  epicId: string | null;
  reason: string;
  /** Whether to take the account from the player it is bound to. */
  takeFromOther: boolean;
}

export interface Rebound {
  epicId: string | null;
  takenFrom: { _id: string; name: string }[];
}

export type RebindDeps = Pick<LookUpDeps, 'db' | 'clock' | 'log' | 'games'> & {
  people: People;
  authority: Authority;
};

/**
 * Binds another game account to a user, or unbinds theirs (docs/rules/users.md, 9). Its lasting id is read from the
 * game statistics before the transaction. Binding the account that is already bound changes nothing and is not
 * recorded.
 *
 * Refuses what `readAccount` and `Authority` refuse, the latter also for players whom the account is taken from;
 * `epic_account_in_play` while one of them has a running attempt; and `epic_account_of_other` unless `takeFromOther` is
 * set.
 */
export async function rebindAccount(input: RebindInput, deps: RebindDeps): Promise<Rebound | Refusal> {
  const { db, people, authority } = deps;
  const { actorId, userId, game, epicId } = input;
  const mayAct = await db.transaction((tx) => authority(tx, { actorId, userId, permission: 'users:write' }));
  if (isRefusal(mayAct)) return mayAct;
  const misnamed = epicId === null ? undefined : checkAccountText(game, epicId);
  if (misnamed) return misnamed;
  const read = epicId === null ? undefined : await readAccount({ game, epicId }, deps);
  if (isRefusal(read)) return read;
  const account = read?.account;
  const owners = account ? await getOwners(db, game, account) : [];
  const names = await people.getContacts([userId, ...owners.map(({ playerId }) => playerId)]);
  const getName = (playerId: string) => names.get(playerId)?.name ?? 'another player';
  try {
    return await db.transaction((tx) => rebind(tx, input, account, { ...deps, getName }));
  } catch (error) {
    if (!isBoundMeanwhile(error)) throw error;
    return refuseTakenAccount(game, epicId, 'another player');
  }
}

async function rebind(
  tx: Tx,
  input: RebindInput,
  account: GameAccount | undefined,
  { authority, clock, getName }: RebindDeps & { getName: (playerId: string) => string },
): Promise<Rebound | Refusal> {
  const { actorId, userId, game, takeFromOther } = input;
  const owners = account ? await getOwners(tx, game, account) : [];
  const others = owners.filter(({ playerId }) => playerId !== userId);
  const [first] = others;
  if (first && !takeFromOther) {
    return refuseTakenAccount(game, account?.name, getName(first.playerId));
  }
  const affected = [userId, ...others.map(({ playerId }) => playerId)];
  for (const playerId of affected) {
    const asked = { actorId, userId: playerId, permission: 'users:write', beside: affected } as const;
    const mayAct = await authority(tx, asked);
    if (isRefusal(mayAct)) return mayAct;
  }
  await holdEntries(tx, affected);
  for (const playerId of affected) {
    if (await hasActiveAttempt(tx, playerId)) {
      return refuse('epic_account_in_play', { account: games[game].account.name, name: getName(playerId) });
    }
  }
  for (const { playerId, name } of others) {
    await unbindAccount(tx, game, playerId);
    await record(tx, input, { playerId, before: name, after: null });
  }
  const takenFrom = others.map(({ playerId }) => ({ _id: playerId, name: getName(playerId) }));
  return (await replace(tx, input, account, clock.now())) ?? { epicId: account?.name ?? null, takenFrom };
}

async function replace(
  tx: Tx,
  input: RebindInput,
  account: GameAccount | undefined,
  at: Date,
): Promise<Refusal | undefined> {
  const { userId, game } = input;
  const before = await findBoundAccount(tx, game, userId);
  if (before?.key === account?.key && before?.name === account?.name) return undefined;
  await unbindAccount(tx, game, userId);
  if (account && (await bindAccount(tx, game, userId, account, at))) {
    // Another player's first entry with it was faster.
    return refuseTakenAccount(game, account.name, 'another player');
  }
  await record(tx, input, { playerId: userId, before: before?.name ?? null, after: account?.name ?? null });
  return undefined;
}

function refuseTakenAccount(game: GameId, epicId: string | null | undefined, name: string): Refusal {
  return refuse('epic_account_of_other', { account: games[game].account.name, epicId, name });
}

/** One log entry per player rather than per call, since the same call can take the account from other players. */
function record(
  tx: Tx,
  { actorId, game, reason }: RebindInput,
  { playerId, before, after }: { playerId: string; before: string | null; after: string | null },
): Promise<unknown> {
  return recordAdminChange(tx, {
    actorId,
    action: 'user.epic-account',
    subject: `user:${playerId}`,
    before: { game, epicId: before },
    after: { game, epicId: after },
    reason,
  });
}
