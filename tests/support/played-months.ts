// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect } from 'vitest';
import { auditLedger } from '../../server/audit.ts';
import { getCoinsOutstandingAt, getDayOfFirstTransfer, listCoinFlows } from '../../server/ledger/flows.ts';
import { getFrozenCoins } from '../../server/ledger/frozen.ts';
import { type Movement, transferAlone } from '../../server/ledger/transfer.ts';
import type { Database } from '../../server/platform/db/database.ts';
import type { Objects } from '../../server/platform/objects/objects.ts';
import { startTestApp, type TestApp, testSecret } from './app.ts';
import { createPlayer } from './factories.ts';
import { objectsOf } from './old-transfers.ts';
import { readEntries } from './seals.ts';

/** An app for each test with three players, whose months are played as the test says; filled when the test begins. */
export interface PlayedMonths {
  test: TestApp;
  db: Database;
  objects: Objects;
  players: { id: string; token: string }[];
  /** All movements. */
  moved: Movement[];
}

export function startPlayedMonths() {
  const months = {} as PlayedMonths;
  beforeEach(async () => {
    const test = await startTestApp();
    Object.assign(months, { test, db: test.db, objects: objectsOf(test), players: [], moved: [] });
    for (let n = 0; n < 3; n++) {
      const { id } = await createPlayer(test.db);
      months.players.push({ id, token: await test.signIn(id) });
    }
  });
  afterEach(() => months.test?.close());

  async function move(movement: Movement): Promise<void> {
    months.moved.push(movement);
    expect(await transferAlone(months.db, movement)).toMatchObject({ isReplay: false });
  }

  /** A promotion's reward, which the books require beside its transfer. */
  async function insertReward(player: string, amount: number): Promise<string> {
    const { id } = await months.db.one<{ id: string }>(sql`
      with event as (
        insert into events (title, type, triggers, starts_at, ends_at)
        values ('Event', 'X', '{EARN_XP}', now(), now() + interval '1 day') returning id
      )
      insert into event_rewards (event_id, player_id, trigger, cause, currency, amount, caused_at, paid_at)
      select id, ${player}, 'EARN_XP', 'test', 'GC', ${amount}, now(), now() from event returning id`);
    return id;
  }

  /** A month's movements for two of the players, and within the house; the third does nothing. */
  async function playMonth(name: string): Promise<void> {
    for (const [n, { id: player }] of months.players.slice(0, 2).entries()) {
      const base = { reference: `${name}-${n}`, description: `Of ${name}` } as const;
      const by = (what: string) => ({ ...base, idempotencyKey: `${name}:${n}:${what}` });
      const house = (account: 'rewards' | 'escrow' | 'fees' | 'adjustments') => ({ house: account }) as const;
      const coins = { currency: 'GC' } as const;
      await move({
        ...by('gift'),
        ...coins,
        amount: 100 + n,
        from: house('rewards'),
        to: { player },
        type: 'event_reward',
        reference: await insertReward(player, 100 + n),
      });
      await move({
        ...by('entry'),
        ...coins,
        amount: 30,
        from: { player },
        to: house('escrow'),
        type: 'challenge_entry',
      });
      await move({
        ...by('fee'),
        ...coins,
        amount: 30,
        from: house('escrow'),
        to: house('fees'),
        type: 'challenge_fee',
      });
      await move({
        ...by('xp'),
        currency: 'XP',
        amount: 7,
        from: house('rewards'),
        to: { player },
        type: 'xp_award',
      });
    }
  }

  const breaches = async (options: Parameters<typeof auditLedger>[1] = {}) =>
    (await auditLedger(months.db, { appSecret: testSecret, ...options })).proofs.flatMap((proof) =>
      proof.breaches.map((breach) => `${proof.claim}: ${breach}`),
    );
  const proveAll = () => breaches({ archives: months.objects });

  async function readHistory(token: string, query = 'limit=3') {
    const lines: { _id: string; amount: number; type: string }[] = [];
    let before = '';
    for (;;) {
      const answer = await months.test.call({ url: `/transaction/history?${query}${before}`, token });
      expect(answer.statusCode).toBe(200);
      const { history, nextBefore, summary } = answer.json().data;
      lines.push(...history);
      if (nextBefore === null) return { lines, summary };
      before = `&before=${nextBefore}`;
    }
  }

  /** Everything that players and operators see of the ledger. */
  async function look() {
    const seen = await Promise.all(
      months.players.map(async ({ id, token }) => {
        const { lines, summary } = await readHistory(token);
        const freezing = { cardSince: new Date(0), isBonusFrozen: true };
        const ids = lines.map(({ _id }) => _id);
        const { entries } = ids.length > 0 ? await readEntries(months.test, token, ids) : { entries: [] };
        return {
          lines,
          summary,
          entries: await readHistory(token, 'limit=2&type=challengeEntry'),
          frozen: await getFrozenCoins(months.db, id, freezing),
          sealed: entries.map(({ transferId, proof }) => [transferId, proof?.index, proof?.text]),
        };
      }),
    );
    const ever = { from: new Date(0), until: new Date(Date.now() + 2 * 86_400_000) };
    const { transfers, totals } = await auditLedger(months.db);
    return {
      seen,
      first: await getDayOfFirstTransfer(months.db),
      flows: await listCoinFlows(months.db, ever),
      held: await getCoinsOutstandingAt(months.db, ever.until),
      transfers,
      totals,
    };
  }

  return Object.assign(months, { playMonth, breaches, proveAll, readHistory, look });
}
