// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { archivingNow } from '../../../../tests/support/archives.ts';
import { type ChallengesTest, startChallengesTest } from '../../../../tests/support/challenges.ts';
import { runningAttempts } from '../../../../tests/support/running-attempt.ts';
import { auditLedger } from '../../../audit.ts';
import { archiveMonths } from '../../../platform/months/archive-months.ts';
import { archiveReader } from '../../../platform/months/read-archived.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import { openStorage } from '../../../platform/storage/open-storage.ts';
import { readingMonths } from './attempt-reading-month-store.ts';
import type { ArchivedReading } from './attempt-reading-store.ts';
import { getAllReadings } from './attempt-reading-store.ts';

let challenges: ChallengesTest;
let objects: Objects;
beforeAll(async () => {
  challenges = await startChallengesTest();
  ({ objects } = await openStorage({ dataDir: challenges.test.dataDir, objectsPlace: undefined }));
});
afterAll(() => challenges.close());

const { running, say, stands } = runningAttempts(() => challenges);

it('shows of an attempt whose readings left the database all that it showed before', async () => {
  const { test } = challenges;
  const run = await running();
  say(run.epicId, 'broken');
  await challenges.read(run.attemptId, 3);
  say(run.epicId, 'private');
  await challenges.read(run.attemptId, 1);
  say(run.epicId, undefined);
  await challenges.playLater(run.attemptId, run.epicId);
  // In an object of its own.
  const another = await running();
  await challenges.playLater(another.attemptId, another.epicId);
  // Decided by readings that are no statistics, behind the last that are.
  const hidden = await running();
  await challenges.read(hidden.attemptId, 3);
  say(hidden.epicId, 'private');
  await challenges.read(hidden.attemptId, 6);
  await challenges.read(hidden.attemptId, 10);
  expect(await stands(hidden)).toBe('FAILED made-private');
  const admin = await challenges.player({ role: 'SUPER_ADMIN' });
  const looks = async () => ({
    receipt: await challenges.receipt(run.player, run.attemptId),
    attempts: (await test.call({ url: '/challenge/my-attempts', token: run.player.token })).json(),
    progress: (
      await test.call({ url: `/challenge/attempts/${run.attemptId}/progress`, token: run.player.token })
    ).json(),
    performance: (await test.call({ url: '/challenge/performance', token: run.player.token })).json(),
    all: (await test.call({ url: '/challenge/attempts', token: admin.token })).json(),
  });
  const before = await looks();
  expect(before.receipt.readings.map(({ kind }) => kind)).toEqual(['fault', 'private', 'stats']);
  const read = archiveReader<ArchivedReading>({ db: test.db, objects }, readingMonths);
  const meanwhile = await getAllReadings(
    {
      db: test.db,
      async archivedReadings(id) {
        const found = await read(id);
        await archiveMonths(archivingNow(test.db, objects));
        return found;
      },
    },
    run.attemptId,
  );
  expect(meanwhile.readings).toEqual(before.receipt.readings);
  const { rows } = await test.db.pool.query(
    'select number from attempt_readings where attempt_id = $1 order by number',
    [run.attemptId],
  );
  expect(rows).toEqual([{ number: 0 }, { number: 3 }]);
  const ofHidden = await test.db.rows(sql`
    select number, kind from attempt_readings where attempt_id = ${hidden.attemptId} order by number`);
  expect(ofHidden).toEqual([
    { number: 0, kind: 'stats' },
    { number: 1, kind: 'stats' },
    { number: 3, kind: 'private' },
  ]);
  expect(await looks()).toEqual(before);
  expect((await auditLedger(test.db)).proofs.flatMap(({ breaches }) => breaches)).toEqual([]);

  // Later matches are handled as before.
  const later = await running();
  await challenges.playLater(later.attemptId, later.epicId);
  expect((await challenges.receipt(later.player, later.attemptId)).decision).toMatchObject({
    status: 'SUCCESS',
  });

  // A voiding of long ago counts by what stayed.
  const voided = await test.call({
    method: 'POST',
    url: `/challenge/attempts/${run.attemptId}/void`,
    token: admin.token,
    key: 'a-key-of-its-own',
    payload: { reason: 'Cheated', forfeitFee: true },
  });
  expect(voided.statusCode).toBe(200);
  expect((await auditLedger(test.db)).proofs.flatMap(({ breaches }) => breaches)).toEqual([]);

  for await (const { name } of objects.list('archives/')) await objects.delete(name);
  const answer = await test.call({
    url: `/challenge/attempts/${another.attemptId}/receipt`,
    token: another.player.token,
  });
  expect(answer.statusCode).toBe(503);
});
