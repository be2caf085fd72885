// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import type { GameId } from '../../../../contract/games/game.ts';
import {
  insertAttempt,
  insertChallenge,
  openAttemptRows,
  secondGame,
} from '../../../../tests/support/attempt-rows.ts';
import { createTwoPlayers } from '../../../../tests/support/factories.ts';

const db = openAttemptRows();

it("gives an attempt its challenge's game, which never changes", async () => {
  const [player] = await createTwoPlayers(db);
  const challengeId = await insertChallenge(db, 'Mate', secondGame);
  // Processes of the previous release insert without a game.
  await expect(insertAttempt(db, player, { challengeId })).rejects.toThrow('attempts_challenge_game');
  const attempt = await insertAttempt(db, player, { challengeId, game: secondGame });
  const judgeOtherwise = db.run(sql`update attempts set game = 'fortnite' where id = ${attempt}`);
  await expect(judgeOtherwise).rejects.toThrow('attempts_challenge_game');
  const rename = db.run(sql`update challenges set game = 'fortnite' where id = ${challengeId}`);
  await expect(rename).rejects.toThrow('attempts_challenge_game');
});

it('allows one running attempt per account, independently for each game', async () => {
  const [one, other] = await createTwoPlayers(db);
  const enter = (playerId: string, game: GameId) =>
    insertAttempt(db, playerId, { status: 'PENDING', accountKey: 'in-both', game });
  await enter(one, 'fortnite');
  await expect(enter(other, 'fortnite')).rejects.toThrow('attempts_one_active_per_epic_account');
  await enter(other, secondGame);
});
