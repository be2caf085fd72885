// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { receiptListeners } from './send-receipt.ts';

const db = openTestDatabase();
const [playerId, purchaseId] = ['p1', 'b1'];

it('queues new kinds of receipts as a task that the previous release ignores', async () => {
  const listeners = receiptListeners({
    ...{ db, mailer: {} as Mailer },
    findAddresses: async () => ['ada@player.test'],
  });
  const at = '2026-12-24T18:00:00.000Z';
  await listeners['player.sign-in-changed']({
    ...{ playerId, what: 'added', provider: 'google', changeId: null, at },
  });
  await listeners['purchase.sent-elsewhere']({ purchaseId, playerId });
  await listeners['purchase.delivered']({ purchaseId, playerId });
  const jobs = await db.rows<{ task: string; fact: string }>(sql`
    select task_identifier as task, key from graphile_worker.jobs order by id`);
  expect(jobs.map(({ task }) => task)).toEqual([
    'send-further-receipt',
    'send-further-receipt',
    'send-receipt',
  ]);
});
