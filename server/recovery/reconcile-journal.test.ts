// SPDX-License-Identifier: Apache-2.0

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { reconcile } from '../../tests/support/restored.ts';
import { makeScratchFolder } from '../../tests/support/scratch.ts';
import { type ShopTest, startShopTest } from '../../tests/support/shop.ts';
import { type Journal, openJournal } from '../platform/journal/journal.ts';
import { findJournal } from '../platform/journal/sales-journal-store.ts';
import { checkJournal } from './check-journal.ts';

const folder = makeScratchFolder('reconcile');
const opened: Journal[] = [];
let shop: ShopTest;
beforeAll(async () => {
  shop = await startShopTest();
});
afterAll(async () => {
  await Promise.all(opened.map((journal) => journal.close()));
  rmSync(folder, { recursive: true });
  await shop.close();
});
beforeEach(() => shop.test.db.run(sql`delete from sales_journal`));

async function openAt(name: string): Promise<Journal> {
  const journal = await openJournal({ kind: 'folder', path: join(folder, name) });
  opened.push(journal);
  return journal;
}

/** Restores the database to its state at the backup. */
async function restore(journalId: string | undefined): Promise<void> {
  const { db } = shop.test;
  await db.run(sql`delete from sales_journal`);
  if (journalId) await db.run(sql`insert into sales_journal (journal_id) values (${journalId})`);
  await shop.card({ codes: 2 });
}

it.each([
  ['its own journal', true],
  ['no journal', false],
])('proves nothing with a wrong journal for a database kept with %s', async (_, wasKept) => {
  const { db } = shop.test;
  if (wasKept) await checkJournal(db, await openAt(`right-${wasKept}`));
  const known = (await findJournal(db))?.journalId;
  const wrong = await openAt(`wrong-${wasKept}`);
  for (const _time of [1, 2, 3]) {
    await restore(known);
    const { isProven, unprovenCodes } = await reconcile(shop.test, wrong);
    expect({ isProven, unprovenCodes }).toEqual({ isProven: false, unprovenCodes: 2 });
    expect((await findJournal(db))?.journalId).toBe(await wrong.readId());
  }
  await checkJournal(db, wrong);
});

it('proves with its own journal repeatedly, until that is reported incomplete', async () => {
  const { db } = shop.test;
  const journal = await openAt('own');
  await checkJournal(db, journal);
  const known = (await findJournal(db))?.journalId;
  for (const _time of [1, 2]) {
    await restore(known);
    expect(await reconcile(shop.test, journal)).toMatchObject({ isProven: true, unprovenCodes: 0 });
  }
  expect(await reconcile(shop.test, journal, { isComplete: false })).toMatchObject({
    isProven: false,
    unprovenCodes: 4,
  });
  await restore(known);
  expect(await reconcile(shop.test, journal)).toMatchObject({ isProven: false, unprovenCodes: 2 });
});
