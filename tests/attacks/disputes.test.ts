// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { beforeAll, expect } from 'vitest';
import { type Player, startChallengesTest } from '../support/challenges.ts';
import { openForTests } from '../support/open-for-tests.ts';
import { attack, keepJournal, onlySomeOf, untilTooMany } from './attack.ts';

const journal = keepJournal();
const challenges = openForTests(() => startChallengesTest({ log: journal.log }));
let admin: Player;
beforeAll(async () => {
  admin = await challenges.player({ role: 'SUPER_ADMIN' });
});

const send = (player: Player, url: string, payload: object, key: string = randomUUID()) =>
  challenges.test.call({ method: 'POST', url, token: player.token, payload, key });
const said = { words: 'It was a win, look at it' };
const dispute = (player: Player, attemptId: string, more: object = {}) =>
  send(player, `/challenge/attempts/${attemptId}/dispute`, { ...said, ...more });
const decide = (by: Player, disputeId: string, outcome = 'won') =>
  send(by, `/challenge/disputes/${disputeId}/decide`, { outcome, answer: 'Looked at it' });

/** A lost attempt; its player has 895 GC left. */
async function lose(player: Player): Promise<string> {
  const epicId = `epic-${player.id.slice(-8)}`;
  const { attemptId } = await challenges.enter(player, { epicId });
  await challenges.playLater(attemptId, epicId, { kills: 0 });
  await challenges.read(attemptId, 5);
  return attemptId;
}

attack('8.2.2', "dispute or read somebody else's result", async () => {
  const [player, stranger] = [await challenges.player(), await challenges.player()];
  const attemptId = await lose(player);
  await dispute(player, attemptId);
  const url = `/challenge/attempts/${attemptId}/dispute`;
  await journal.refused(await challenges.test.call({ url, token: stranger.token }), 'not_found');
  return journal.refused(await dispute(stranger, await lose(player)), 'not_found');
});

attack('15.4.2', 'dispute one result several times concurrently', async () => {
  const player = await challenges.player();
  const attemptId = await lose(player);
  const answers = await Promise.all([1, 2, 3].map(() => dispute(player, attemptId)));
  return onlySomeOf(journal, answers, 1, 'already_disputed');
});

attack('8.2.1', 'decide a dispute without permission', async () => {
  const player = await challenges.player();
  const { _id } = (await dispute(player, await lose(player))).json().data;
  return journal.refused(await decide(player, _id), 'forbidden');
});

attack('2.3.5', "decide one's own attempt as an administrator", async () => {
  const cheat = await challenges.player({ role: 'SUPER_ADMIN' });
  const { _id } = (await dispute(cheat, await lose(cheat))).json().data;
  const refusal = await journal.refused(await decide(cheat, _id), 'conflict_of_interest');
  expect(await challenges.gamerCoins(cheat)).toBe(895);
  return refusal;
});

attack('2.3.3', 'get paid several times through concurrent decisions', async () => {
  const player = await challenges.player();
  const { _id } = (await dispute(player, await lose(player))).json().data;
  const others = [admin, await challenges.player({ role: 'SUPER_ADMIN' })];
  const answers = await Promise.all([...others, ...others].map((by) => decide(by, _id)));
  const refusal = await onlySomeOf(journal, answers, 1, 'dispute_decided');
  expect(await challenges.gamerCoins(player)).toBe(895 + 300);
  return refusal;
});

attack('2.3.3', 'get paid by the verdict and by a ruling made concurrently', async () => {
  const player = await challenges.player();
  const epicId = `epic-${player.id.slice(-8)}`;
  const { attemptId } = await challenges.enter(player, { epicId });
  challenges.test.clock.advance(12 * 60_000);
  challenges.play(epicId);
  const [, answer] = await Promise.all([challenges.read(attemptId, 0), dispute(player, attemptId)]);
  const refusal = await journal.refused(answer, 'result_not_disputable');
  expect(await challenges.gamerCoins(player)).toBe(895 + 300);
  return refusal;
});

attack('2.3.1', 'have a voided attempt ruled as won', async () => {
  const player = await challenges.player();
  const attemptId = await lose(player);
  const { _id } = (await dispute(player, attemptId)).json().data;
  await send(admin, `/challenge/attempts/${attemptId}/void`, { reason: 'Cheated', forfeitFee: true });
  const refusal = await journal.refused(await decide(admin, _id), 'result_not_disputable');
  expect(await challenges.gamerCoins(player)).toBe(895);
  return refusal;
});

attack('15.3.3', 'set the outcome through extra fields of the dispute', async () => {
  const player = await challenges.player();
  const attemptId = await lose(player);
  const more = { outcome: 'won', decidedAt: new Date().toISOString(), ruling: { outcome: 'won' } };
  expect((await dispute(player, attemptId, more)).json().data.ruling).toBeNull();
  expect(await challenges.gamerCoins(player)).toBe(895);
  return 'it waits for a decision; the rest is not read';
});

attack('1.2.2', 'give an administrator a link to a script or into the network', async () => {
  const player = await challenges.player();
  const attemptId = await lose(player);
  let refusal = '';
  for (const link of ['javascript:alert(1)', 'https://169.254.169.254/latest', 'https://localhost/x'])
    refusal = await journal.refused(await dispute(player, attemptId, { link }), 'invalid_request');
  return refusal;
});

attack('2.4.1', 'flood the queue with disputes', async () => {
  const player = await challenges.player();
  return untilTooMany(() => dispute(player, randomUUID()), 20);
});
