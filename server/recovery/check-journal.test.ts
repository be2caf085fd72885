// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPlayer } from '../../tests/support/factories.ts';
import { makeScratchFolder } from '../../tests/support/scratch.ts';
import { line, type ShopTest, startShopTest } from '../../tests/support/shop.ts';
import type { NamedCode } from '../features/shop/feature.ts';
import type { JournalEntry } from '../platform/journal/entries.ts';
import { type Journal, openJournal } from '../platform/journal/journal.ts';
import { findJournal, type KnownJournal, storeReconciled } from '../platform/journal/sales-journal-store.ts';
import { checkJournal } from './check-journal.ts';

const folder = makeScratchFolder('check-journal');
let journal: Journal;
let shop: ShopTest;
beforeAll(async () => {
  journal = await openJournal({ kind: 'folder', path: folder });
  shop = await startShopTest({ journal, config: { deletionGraceMs: 0 } });
  await checkJournal(shop.test.db, journal);
  // Nothing was sold for days.
  await shop.test.db.run(sql`update sales_journal set begun_at = now() - interval '3 days'`);
});
afterAll(async () => {
  await journal.close();
  rmSync(folder, { recursive: true });
  await shop.close();
});

const check = () => checkJournal(shop.test.db, journal);
const refused = expect.objectContaining({ message: expect.stringContaining('older than its journal') });
let files = 0;

/** Adds an entry to the journal, in a separate file, only while `work` runs. */
async function beside(entry: JournalEntry, daysAgo: number, work: () => Promise<void>): Promise<void> {
  const at = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
  const day = join(folder, 'journal', at.slice(0, 10));
  mkdirSync(day, { recursive: true });
  const file = join(day, `${files++}.jsonl`);
  writeFileSync(file, `${JSON.stringify({ at, ...entry })}\n`);
  await work().finally(() => rmSync(file));
}

async function refuses(entry: JournalEntry, daysAgo = 0): Promise<void> {
  await beside(entry, daysAgo, () => expect(check()).rejects.toEqual(refused));
  await check();
}

const codeOf = (giftCardId: string) =>
  shop.test.db.one<NamedCode>(sql`
    select id, encode(fingerprint, 'hex') as print from gift_card_codes where gift_card_id = ${giftCardId} order by arrival limit 1`);

const sale = (...codes: readonly NamedCode[]): JournalEntry => ({
  kind: 'sold',
  orderId: randomUUID(),
  playerId: randomUUID(),
  codes: codes.map((code) => ({ ...code, purchaseId: randomUUID(), gcCoin: 100 })),
});

const payment = () => ({
  id: randomUUID(),
  playerId: randomUUID(),
  packageTitle: 'GC_1000',
  coins: 1000,
  xp: 90,
  amountCents: 900,
  createdAt: new Date().toISOString(),
  intentId: 'pi_later',
});

it("finds a sale in yesterday's journal even when a payment is newer", async () => {
  const code = await codeOf(await shop.card());
  const later: JournalEntry = { kind: 'payment', payment: payment() };
  const sold = sale(code);
  const { db } = shop.test;
  await beside(later, 0, () => beside(sold, 1, () => expect(check()).rejects.toEqual(refused)));
  await refuses(sold, 1);
  // Orders that were already reconciled need not exist here; a code that is still in stock would be sold again.
  const { journalId } = (await findJournal(db)) as KnownJournal;
  await beside(sold, 0, async () => {
    await db.transaction((tx) => storeReconciled(tx, { journalId, until: new Date() }));
    await expect(check()).rejects.toEqual(refused);
    await db.run(
      sql`update gift_card_codes set withdrawn_at = now(), quarantine = 'sold' where id = ${code.id}`,
    );
    await check();
    await db.run(sql`update sales_journal set reconciled_until = null`);
    await expect(check()).rejects.toEqual(refused);
  });
});

it('refuses to start for each journaled event missing in the database', async () => {
  const { db } = shop.test;
  const { id: codeId, print } = await codeOf(await shop.card());
  await refuses(sale({ id: randomUUID(), print: '' }), 1);
  await refuses({ kind: 'payment', payment: payment() });
  // The same code, imported again since, under another id.
  await refuses({ kind: 'shown', codeId: randomUUID(), print }, 2);
  await refuses({ kind: 'shown', codeId, print }, 2);
  const { id: viewer } = await createPlayer(db);
  await db.run(sql`
    insert into code_reveals (code_id, viewer_id, address, revealed_at) values (${codeId}, ${viewer}, '', now())`);
  await beside({ kind: 'shown', codeId, print }, 0, check);
  const erased = (playerId: string): JournalEntry => ({
    kind: 'erased',
    playerId,
    deletedAt: new Date().toISOString(),
  });
  await refuses(erased(viewer));
  await beside(erased(randomUUID()), 0, check);
});

it('ignores accounts due for erasure, and asks to reconcile when an undone deletion is still recorded', async () => {
  const { db } = shop.test;
  const { id: playerId } = await createPlayer(db);
  const now = new Date().toISOString();
  const erased: JournalEntry = { kind: 'erased', playerId, deletedAt: now };
  await refuses(erased);
  // An erasure that only began may have failed.
  await beside({ kind: 'erasing', playerId, deletedAt: now }, 0, check);
  await db.run(sql`update players set deleted_at = ${now} where id = ${playerId}`);
  await db.run(sql`
    insert into account_deletions (player_id, deleted_at, erase_at, forfeited_gc) values (${playerId}, now(), now(), 0)`);
  await beside(erased, 0, check);
  await refuses({ kind: 'kept', playerId, keptAt: new Date(Date.now() + 1000).toISOString() });
  await beside({ kind: 'kept', playerId, keptAt: new Date(Date.now() - 60_000).toISOString() }, 0, check);
});

it('starts on a database that contains every journaled event', async () => {
  const player = await shop.shopper();
  await shop.checkout(player, [line(await shop.card())]);
  const [purchase] = await shop.purchases(player);
  expect((await shop.reveal(player, purchase?._id ?? '')).status).toBe(200);
  await shop.test.call({
    method: 'POST',
    url: '/auth/delete-account',
    token: player.token,
    payload: { confirmation: 'DELETE' },
  });
  const kinds: string[] = [];
  for await (const { kind } of journal.read()) kinds.push(kind);
  expect(kinds).toEqual(['sold', 'shown', 'erasing']);
  await check();
});
