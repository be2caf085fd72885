// SPDX-License-Identifier: Apache-2.0

import { errorMessage } from '../../../../contract/errors.ts';
import type { AvatarName } from '../../../../contract/public-players.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { readPart } from '../../../platform/db/parts.ts';
import { publishLive } from '../../../platform/live/publish.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { lockActivePlayer } from '../player-store.ts';
import * as store from './handle-store.ts';
import { daysBetweenChanges, getNextChangeAt, handleReservedMs } from './rules.ts';

export interface HandleDeps {
  db: Database;
  clock: Clock;
  /** Whether a handle passes the screen for offensive words. */
  isFit: (handle: string) => boolean;
}

interface HandleAsked {
  playerId: string;
  handle: string;
}

/** Whether a handle is available to a player, regardless of when they may change theirs. */
export async function checkHandle(
  { playerId, handle }: HandleAsked,
  { db, clock, isFit }: HandleDeps,
): Promise<{ isAvailable: boolean; why: string | null }> {
  if (!isFit(handle)) return { isAvailable: false, why: errorMessage('handle_not_allowed') };
  const isAvailable = await store.isAvailable(db, { playerId, handle, now: clock.now() });
  return { isAvailable, why: isAvailable ? null : errorMessage('handle_taken', { handle }) };
}

/**
 * Gives a player another handle (docs/rules/handles.md, 8). Requesting the current handle succeeds, so that a repeated
 * call gets the same answer.
 *
 * Refuses `handle_not_allowed`, `handle_changed_recently`, `handle_taken`, and `session_ended` if the account is gone.
 */
export async function changeHandle(
  { playerId, handle }: HandleAsked,
  { db, clock, isFit }: HandleDeps,
): Promise<{ handle: string; handleChangeFrom: string | null } | Refusal> {
  return db.transaction<{ handle: string; handleChangeFrom: string | null } | Refusal>(async (tx) => {
    // Serializes a player's changes: the limit is checked under this lock.
    if (!(await lockActivePlayer(tx, playerId))) return refuse('session_ended');
    const now = clock.now();
    const handleBefore = await store.getHandle(tx, playerId);
    const from = getNextChangeAt(await readPart(tx, store.findLastOwnChange(playerId)));
    const isTooSoon = from !== null && from > now;
    if (handle === handleBefore) {
      return { handle, handleChangeFrom: isTooSoon ? from.toISOString() : null };
    }
    if (!isFit(handle)) return refuse('handle_not_allowed');
    if (isTooSoon) {
      const day = from.toISOString().slice(0, 10);
      return refuse('handle_changed_recently', { days: daysBetweenChanges, day });
    }
    await store.giveUpHandle(tx, playerId, new Date(now.getTime() + handleReservedMs));
    if (!(await store.takeHandle(tx, { playerId, handle, now }))) return refuse('handle_taken', { handle });
    await store.insertHandleChange(tx, {
      playerId,
      handleBefore,
      handle,
      changedBy: 'player',
      changedAt: now,
    });
    await publishLive(tx, playerId, 'profile', {});
    return { handle, handleChangeFrom: getNextChangeAt(now)?.toISOString() ?? null };
  });
}

/** Refuses `session_ended` if the account is gone. */
export async function chooseAvatar(
  { playerId, avatar }: { playerId: string; avatar: AvatarName },
  { db }: Pick<HandleDeps, 'db'>,
): Promise<{ avatar: AvatarName } | Refusal> {
  return db.transaction<{ avatar: AvatarName } | Refusal>(async (tx) => {
    if (!(await lockActivePlayer(tx, playerId))) return refuse('session_ended');
    await store.setAvatar(tx, playerId, avatar);
    await publishLive(tx, playerId, 'profile', {});
    return { avatar };
  });
}
