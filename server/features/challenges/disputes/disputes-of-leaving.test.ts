// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { startChallengesTest } from '../../../../tests/support/challenges.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { runningAttempts } from '../../../../tests/support/running-attempt.ts';

const dayMs = 24 * 3_600_000;

const challenges = openForTests(() => startChallengesTest({ config: { deletionGraceMs: 14 * dayMs } }));

const { running } = runningAttempts(() => challenges);

it("leaves the queue while its player's account is deleted, and returns with it", async () => {
  const { call, db, clock } = challenges.test;
  const admin = await challenges.player({ role: 'SUPER_ADMIN' });
  const { player, attemptId, epicId } = await running();
  await challenges.playLater(attemptId, epicId, { kills: 1 });
  await challenges.read(attemptId, 5);
  const post = (token: string, url: string, payload: object) =>
    call({ method: 'POST', url, token, key: randomUUID(), payload });
  const words = 'My recording shows the sixth kill';
  const opened = await post(player.token, `/challenge/attempts/${attemptId}/dispute`, { words, link: '' });
  const disputeId = opened.json().data._id;
  const queue = async (query = '') => {
    const { data, total, waiting, overdue } = (
      await call({ url: `/challenge/disputes${query}`, token: admin.token })
    ).json();
    const waits = (await call({ url: '/challenge/waiting-disputes', token: admin.token })).json().data;
    return { ids: data.map((one: { _id: string }) => one._id), total, waiting, overdue, waits };
  };
  const empty = { ids: [], total: 0, waiting: 0, overdue: 0, waits: { waiting: 0, overdue: 0 } };
  const one = { ids: [disputeId], total: 1, waiting: 1, overdue: 0, waits: { waiting: 1, overdue: 0 } };
  expect(await queue('?status=waiting')).toEqual(one);

  expect((await post(player.token, '/auth/delete-account', { confirmation: 'DELETE' })).statusCode).toBe(200);
  for (const query of ['', '?status=waiting', '?status=overdue']) expect(await queue(query)).toEqual(empty);

  await db.run(sql`update players set deleted_at = null where id = ${player.id}`);
  expect(await queue()).toEqual(one);
  const answer = { outcome: 'upheld', answer: 'We looked at it' };
  const decided = await post(admin.token, `/challenge/disputes/${disputeId}/decide`, answer);
  expect(decided.statusCode).toBe(200);
  await db.run(sql`update players set deleted_at = ${clock.now()} where id = ${player.id}`);
  expect(await queue()).toMatchObject({ ids: [disputeId], waiting: 0 });
});
