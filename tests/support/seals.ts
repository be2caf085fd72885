// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { vi } from 'vitest';
import type { DataOf } from '../../contract/endpoint.ts';
import {
  areKeysSound,
  isConsistent,
  isHeadSigned,
  isIncluded,
  verifyByWebCrypto,
} from '../../contract/seal-proof.ts';
import type { SealedEntries, sealsApi } from '../../contract/seals.ts';
import { transfer } from '../../server/ledger/transfer.ts';
import type { Database, Tx } from '../../server/platform/db/database.ts';
import type { Task } from '../../server/platform/jobs/outbox.ts';
import type { TestApp } from './app.ts';

type Published = DataOf<typeof sealsApi.head>;

/** Runs the sealing job. */
export async function seal({ app }: TestApp): Promise<void> {
  await (app.tasks['seal-transfers'] as Task)({} as never);
}

let keys = 0;
/** Gives a player coins, in `count` separate movements. */
export async function award(
  db: Database,
  player: string,
  count: number,
  beforeCommit: (tx: Tx) => Promise<void> = async () => {},
): Promise<string[]> {
  return db.transaction(async (tx) => {
    const ids: string[] = [];
    for (let amount = 1; amount <= count; amount++) {
      const moved = await transfer(tx, {
        currency: 'GC',
        amount,
        from: { house: 'adjustments' },
        to: { player },
        type: 'admin_credit',
        reference: 'test',
        idempotencyKey: `seals-test:${++keys}`,
        description: `Award no. ${amount}`,
      });
      if ('refused' in moved) throw new Error(moved.refused);
      ids.push(moved.transferId);
    }
    await beforeCommit(tx);
    return ids;
  });
}

/** The public data: keys and newest head, once the process knows them. */
export async function readHead(test: TestApp): Promise<Published & { head: NonNullable<Published['head']> }> {
  const { root } = await test.db.one<{ root: string }>(sql`
    select encode(root, 'hex') as root from seal_heads order by size desc limit 1`);
  return vi.waitFor(async () => {
    const { data } = (await test.call({ url: '/seals/head' })).json<{ data: Published }>();
    if (data.head?.root !== root) throw new Error(`the root is ${data.head?.root}, not ${root}`);
    return { ...data, head: data.head };
  });
}

export async function readEntries(
  test: TestApp,
  token: string,
  ids: readonly string[],
): Promise<SealedEntries> {
  return (await test.call({ url: `/seals/entries?transfers=${ids.join(',')}`, token })).json().data;
}

/** Whether everything verifies: keys, signature, and each sealed entry. */
export async function isSound({ log, head, entries }: SealedEntries): Promise<boolean> {
  if (!head || !(await areKeysSound(log, verifyByWebCrypto))) return false;
  if (!(await isHeadSigned(log, head, verifyByWebCrypto))) return false;
  for (const { proof } of entries) if (proof && !(await isIncluded(proof, head))) return false;
  return true;
}

/** Whether today's log continues the earlier one, according to the server's proof. */
export async function isContinued(test: TestApp, seen: Published['head']): Promise<boolean> {
  const { head } = await readHead(test);
  const answer = await test.call({ url: `/seals/consistency?from=${seen?.size}&to=${head.size}` });
  return seen !== null && isConsistent(seen, head, answer.json().data?.hashes ?? []);
}
