// SPDX-License-Identifier: Apache-2.0

import type { Attempt, Reading } from '../../../contract/challenges.ts';
import type { GameId } from '../../../contract/games/game.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { listAttempts } from './attempts/attempt-store.ts';
import { viewAttempt } from './attempts/views.ts';
import { listBoundAccounts } from './game-accounts/bound-account-queries.ts';
import { getReadings } from './readings/attempt-reading-store.ts';

const attemptsPerPage = 100;

/** A player's attempts with all their readings, newest first. */
export async function* exportAttempts(
  db: Queryable,
  playerId: string,
): AsyncGenerator<Attempt & { readings: Reading[] }> {
  let before: string | undefined;
  do {
    const page = await listAttempts(db, { playerId, limit: attemptsPerPage, ...(before && { before }) });
    for (const attempt of page) {
      const { initial, readings } = await getReadings(db, attempt.id);
      yield { ...viewAttempt(attempt), readings: [initial, ...readings] };
    }
    before = page.length === attemptsPerPage ? page.at(-1)?.id : undefined;
  } while (before);
}

/** The accounts that the player's first entries bound, one for each game. */
export async function* exportGameAccounts(
  db: Queryable,
  playerId: string,
): AsyncGenerator<{ game: GameId; epicId: string; boundAt: string }> {
  for (const { game, name, boundAt } of await listBoundAccounts(db, playerId)) {
    yield { game, epicId: name, boundAt: boundAt.toISOString() };
  }
}
