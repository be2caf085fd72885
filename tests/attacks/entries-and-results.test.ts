// SPDX-License-Identifier: Apache-2.0

import { expect } from 'vitest';
import { type Player, startChallengesTest } from '../support/challenges.ts';
import { openForTests } from '../support/open-for-tests.ts';
import { attack, keepJournal, onlySomeOf, untilTooMany } from './attack.ts';

const journal = keepJournal();
const challenges = openForTests(() => startChallengesTest({ log: journal.log }));

const send = (player: Player, payload: object, url = '/challenge/start') =>
  challenges.test.call({ method: 'POST', url, token: player.token, payload });
const entry = (epicId: string, more: object = {}) => ({
  epicId,
  challengeId: challenges.challengeId,
  challengeType: challenges.challengeType,
  ...more,
});

attack('2.2.2', 'enter for a fee set by the client', async () => {
  const player = await challenges.player();
  const refusal = await journal.refused(
    await send(player, entry('fee-1', { entryFeeGC: 1 })),
    'entry_fee_changed',
  );
  expect(await challenges.gamerCoins(player)).toBe(1000);
  return refusal;
});

attack('2.3.2', 'enter without enough coins', async () => {
  const player = await challenges.player({ gamerCoins: 104 });
  return journal.refused(await send(player, entry('poor-1')), 'insufficient_coins');
});

attack('15.3.3', 'set reward and easier rules through extra fields of the entry', async () => {
  const player = await challenges.player();
  const more = { rewardGC: 1_000_000, requiredKills: 0, status: 'SUCCESS', rewardGiven: true };
  const answer = await send(player, entry('reward-1', more));
  const { attemptId } = answer.json().data;
  challenges.test.clock.advance(12 * 60_000);
  challenges.play('reward-1', { kills: 4 });
  await challenges.read(attemptId, 0);
  expect((await challenges.attempt(player, attemptId)).status).not.toBe('SUCCESS');
  expect(await challenges.gamerCoins(player)).toBe(895);
  return 'entered on the terms of the challenge; the rest is not read';
});

attack('2.2.3', 'enter one challenge with the terms of another', async () => {
  const player = await challenges.player();
  const answer = await send(player, entry('other-1', { challengeType: 'WIN_0KILL_SOLO' }));
  return journal.refused(answer, 'variant_not_found');
});

attack('15.4.2', 'run several challenges by entering concurrently', async () => {
  const player = await challenges.player();
  const answers = await Promise.all([1, 2, 3].map(() => send(player, entry('together-1'))));
  const refusal = await onlySomeOf(journal, answers, 1, 'attempt_active');
  expect(await challenges.gamerCoins(player)).toBe(895);
  return refusal;
});

attack('2.3.2', 'win for two players with one game account', async () => {
  const [first, second] = [await challenges.player(), await challenges.player()];
  expect((await send(first, entry('shared-1'))).statusCode).toBe(200);
  return journal.refused(await send(second, entry('SHARED-1')), 'epic_account_taken');
});

attack('2.3.3', 'get paid twice for one win through concurrent readings', async () => {
  const player = await challenges.player();
  const { attemptId } = await challenges.enter(player, { epicId: 'twice-1' });
  challenges.test.clock.advance(12 * 60_000);
  challenges.play('twice-1');
  await Promise.all([1, 2, 3, 4].map(() => challenges.read(attemptId, 0)));
  expect((await challenges.attempt(player, attemptId)).status).toBe('SUCCESS');
  await challenges.read(attemptId, 1);
  expect(await challenges.gamerCoins(player)).toBe(1000 - 105 + 300);
  return 'paid once';
});

attack('2.3.1', 'practice while a challenge is running', async () => {
  const player = await challenges.player();
  expect((await send(player, entry('practice-1'))).statusCode).toBe(200);
  return journal.refused(await send(player, entry('practice-1'), '/challenge/practice'), 'attempt_active');
});

attack('8.2.2', "read receipt, progress and sharing of somebody else's attempt", async () => {
  const [player, stranger] = [await challenges.player(), await challenges.player()];
  const { attemptId } = await challenges.enter(player, { epicId: 'private-1' });
  let refusal = '';
  for (const what of ['receipt', 'progress', 'share']) {
    const url = `/challenge/attempts/${attemptId}/${what}`;
    refusal = await journal.refused(await challenges.test.call({ url, token: stranger.token }), 'not_found');
  }
  return refusal;
});

attack('8.2.2', "share somebody else's attempt or have it read", async () => {
  const [player, stranger] = [await challenges.player(), await challenges.player()];
  const { attemptId } = await challenges.enter(player, { epicId: 'private-2' });
  const { token } = stranger;
  const url = `/challenge/attempts/${attemptId}`;
  await journal.refused(
    await challenges.test.call({ method: 'PUT', url: `${url}/share`, token, payload: {} }),
    'not_found',
  );
  return journal.refused(
    await challenges.test.call({ method: 'POST', url: `${url}/read-now`, token }),
    'not_found',
  );
});

attack('2.3.1', 'share a result before it is decided', async () => {
  const player = await challenges.player();
  const { attemptId } = await challenges.enter(player, { epicId: 'early-1' });
  const url = `/challenge/attempts/${attemptId}/share`;
  const answer = await challenges.test.call({ method: 'PUT', url, token: player.token, payload: {} });
  return journal.refused(answer, 'attempt_undecided');
});

attack('2.4.1', 'use up the statistics budget with invented names', async () => {
  const player = await challenges.player();
  let number = 0;
  const guess = () => send(player, { epicId: `nobody-${number++}` }, '/challenge/check-account');
  return untilTooMany(guess, 5);
});

attack('2.3.2', "exceed one's spending limit by raising it first", async () => {
  const player = await challenges.player();
  const put = (amount: number | null) =>
    challenges.test.call({
      method: 'PUT',
      url: '/play/limits',
      token: player.token,
      payload: { kind: 'entry', period: 'day', amount },
    });
  await put(10);
  await put(null);
  const refusal = await journal.refused(await send(player, entry('limit-1')), 'spending_limit_reached');
  expect(await challenges.gamerCoins(player)).toBe(1000);
  return refusal;
});

attack('2.3.1', "shorten one's play pause with a shorter one", async () => {
  const player = await challenges.player();
  const pause = (lasts: string) =>
    challenges.test.call({ method: 'POST', url: '/play/pause', token: player.token, payload: { lasts } });
  await pause('for-good');
  await pause('1-day');
  challenges.test.clock.advance(2 * 24 * 3_600_000);
  const later = { ...player, token: await challenges.test.signIn(player.id) };
  return journal.refused(await send(later, entry('pause-1')), 'play_paused');
});

attack('2.2.3', "change one's stated birth date", async () => {
  const player = await challenges.player();
  const state = (birthDate: string) =>
    challenges.test.call({
      method: 'POST',
      url: '/play/statement',
      token: player.token,
      payload: { birthDate, region: 'DE' },
    });
  await state('2020-01-31');
  return journal.refused(await state('1990-01-31'), 'play_stated_already');
});
