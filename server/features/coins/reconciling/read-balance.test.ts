// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeEach, expect, it } from 'vitest';
import { startCoinsTest } from '../../../../tests/support/coins.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import type { CardPayments } from '../../../providers/stripe/card-payments.ts';
import { findUnreadSince, noteReadUntil } from '../provider-entry-store.ts';
import { readBalance } from './read-balance.ts';

const coins = openForTests(startCoinsTest);

type Asked = Parameters<CardPayments['listEntries']>[0];
let asked: Asked[];
beforeEach(() => {
  asked = [];
});
/** A card provider whose balance has these pages. */
function tells(...pages: Awaited<ReturnType<CardPayments['listEntries']>>[]) {
  const listEntries: CardPayments['listEntries'] = async (page) => {
    asked.push(page);
    return pages[asked.length - 1] ?? { entries: [] };
  };
  return { ...coins.deps, cards: { ...coins.deps.cards, listEntries } };
}

const dayMs = 24 * 3_600_000;

it('asks nothing before the first payment or without card payments', async () => {
  await readBalance(tells());
  expect(asked).toEqual([]);
  await coins.order(await coins.buyer(), await coins.addPackage());
  const deps = tells();
  await readBalance({ ...deps, cards: { ...deps.cards, isConfigured: false } });
  expect(asked).toEqual([]);
  expect(await findUnreadSince(coins.db)).toEqual(coins.clock.now());
});

it('reads every page since two days before the last time, and books each entry once on its day', async () => {
  const { intentId } = await coins.order(await coins.buyer(), await coins.addPackage());
  const now = coins.clock.now();
  const last = new Date(now.getTime() - 5 * dayMs);
  await noteReadUntil(coins.db, last);
  const entry = { kind: 'charge', amountCents: 900, feeCents: 56, currency: 'usd', intentId };
  const longAgo = new Date(now.getTime() - 100 * dayMs);
  const deps = tells(
    { entries: [{ ...entry, id: 'txn_1', happenedAt: now }], nextAfter: 'txn_1' },
    { entries: [{ ...entry, id: 'txn_1', happenedAt: now }], nextAfter: 'txn_2' },
    { entries: [{ ...entry, id: 'txn_3', happenedAt: longAgo, kind: 'refund', amountCents: -900 }] },
  );
  await readBalance(deps);
  const since = new Date(last.getTime() - 2 * dayMs);
  expect(asked).toEqual([undefined, 'txn_1', 'txn_2'].map((after) => ({ since, after })));
  expect(await findUnreadSince(coins.db)).toEqual(now);
  const columns = sql`id, kind, amount_cents, fee_cents, currency, happened_at, booked_at`;
  expect(await coins.db.rows(sql`select ${columns} from provider_entries order by id`)).toEqual([
    {
      id: 'txn_1',
      kind: 'charge',
      amountCents: 900,
      feeCents: 56,
      currency: 'usd',
      happenedAt: now,
      bookedAt: now,
    },
    {
      id: 'txn_3',
      kind: 'refund',
      amountCents: -900,
      feeCents: 56,
      currency: 'usd',
      happenedAt: longAgo,
      bookedAt: now,
    },
  ]);
});

it('resumes from the same place when the card provider fails', async () => {
  const before = await findUnreadSince(coins.db);
  coins.clock.advance(dayMs);
  const silent = tells({ refused: 'payments_unavailable' });
  await expect(readBalance(silent)).rejects.toThrow('the card provider did not tell its balance');
  expect(await findUnreadSince(coins.db)).toEqual(before);
});
