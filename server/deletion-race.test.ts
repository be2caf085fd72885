// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startAdminTest } from '../tests/support/admin.ts';
import { type ChallengesTest, startChallengesTest } from '../tests/support/challenges.ts';
import { type CoinsTest, startCoinsTest } from '../tests/support/coins.ts';
import { endpointsOfContract } from '../tests/support/contract.ts';
import { meanwhile, waitUntilSomeoneWaits } from '../tests/support/meanwhile.ts';
import { openForTests } from '../tests/support/open-for-tests.ts';
import { getName, sampleCall } from '../tests/support/sample-calls.ts';
import { makePseudonym } from './features/accounts/deletion/account-deletion-store.ts';
import { insertSignInToken } from './features/accounts/sign-in/sign-in-token-store.ts';
import { hashToken } from './features/accounts/tokens.ts';
import { forfeitCoins, lockWallets } from './ledger/forfeit.ts';
import { personalFields } from './personal-fields.ts';
import type { Database, Tx } from './platform/db/database.ts';
import { forgetPerson } from './platform/db/forget-person.ts';

/** Does what a deletion does, in its order, to the rows that concurrent calls read. */
async function beingDeleted(tx: Tx, { id }: { id: string }): Promise<void> {
  await tx.run(sql`select from players where id = ${id} for update`);
  await lockWallets(tx, id);
  await forfeitCoins(tx, id, 'deletion');
  await tx.run(sql`update players set deleted_at = now() where id = ${id}`);
  await makePseudonym(tx, id, `GONE${Math.floor(Math.random() * 1e8)}`);
  await forgetPerson(tx, id, personalFields);
}

/** How many rows of each table name a player, in any column. */
async function rowsAbout(db: Database, { id }: { id: string }): Promise<Record<string, number>> {
  const columns = await db.rows<{ table: string; column: string }>(sql`
    select c.oid::regclass::text as table, a.attname as column
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and a.atttypid = 'uuid'::regtype
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'players'
    order by 1, 2`);
  const counts: Record<string, number> = {};
  for (const { table, column } of columns) {
    const found = await db.row<{ count: number }>(
      sql`select count(*) from ${raw(table)} where ${raw(`"${column}"`)} = ${id}`,
    );
    if (found?.count) counts[`${table}.${column}`] = found.count;
  }
  return counts;
}

/** Wallets stay, as does an empty search entry; the handle is still here because no erasure has run. */
const left = { 'handles.player_id': 1, 'player_search.player_id': 1, 'wallets.player_id': 3 };
/** A player with coins also keeps the transfers that brought and forfeited them. */
const leftOfRich = { ...left, 'transfers.credit_player_id': 1, 'transfers.debit_player_id': 1 };

const endpoints = await endpointsOfContract();

describe('a call during the deletion of its account', () => {
  const app = openForTests(startAdminTest);

  const without = [
    // Stores nothing; it asks the game's service about any account.
    'POST /challenge/check-account',
    // These only delete.
    'POST /auth/logout',
    'POST /auth/sessions/end-others',
    // These wait for the wallet's lock, and sell nothing from an emptied wallet.
    'POST /cart/checkout',
    'POST /gift-card/buy-gift-card/:id',
    // An account with an open payment cannot be deleted.
    'POST /transaction/payments/:id/withdraw',
  ];

  /** These need an outside service, and fail before they write when it is missing. */
  const outside = [
    '/transaction/create-intent',
    '/challenge/start',
    '/challenge/practice',
    '/notifications/devices',
  ];

  it('is refused by every writing call of players', { tags: ['long'] }, async () => {
    const changing = endpoints.filter(({ method, access }) => method !== 'GET' && access === 'signed-in');
    for (const endpoint of changing.filter((one) => !without.includes(getName(one)))) {
      if (outside.includes(endpoint.path)) continue;
      const person = await app.person();
      const sample = await sampleCall(endpoint);
      const answer = await meanwhile(
        app.db,
        (tx) => beingDeleted(tx, person),
        () =>
          app.call({ ...sample, token: person.token, key: randomUUID() } as Parameters<typeof app.call>[0]),
      );
      const outcome = [getName(endpoint), answer.statusCode, answer.json().code];
      expect(outcome).toEqual([getName(endpoint), 401, 'session_ended']);
      expect([getName(endpoint), await rowsAbout(app.db, person)]).toEqual([getName(endpoint), left]);
    }
  });

  it('does not enter a giveaway', async () => {
    const { token } = await app.person({ role: 'SUPER_ADMIN' });
    const dates = {
      startDate: app.clock.now().toISOString(),
      endDate: new Date(app.clock.now().getTime() + 3_600_000).toISOString(),
    };
    const created = await app.call({
      method: 'POST',
      url: '/giveaways/create',
      token,
      key: randomUUID(),
      payload: { title: 'Drop', prizeType: 'XP', prizeAmount: 5, winnerCount: 1, ...dates },
    });
    const person = await app.person();
    const url = `/giveaways/${created.json().data._id}/enter`;
    const answer = await meanwhile(
      app.db,
      (tx) => beingDeleted(tx, person),
      () => app.call({ method: 'POST', url, token: person.token, key: randomUUID() }),
    );
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'session_ended']);
    expect(await rowsAbout(app.db, person)).toEqual(left);
  });

  it('buys nothing', async () => {
    const person = await app.person({ gamerCoins: 500 });
    const card = await app.db.row<{ id: string }>(sql`
      insert into gift_cards (title, description, type, image, gc_coin, is_fulfilled_by_hand)
      values ('Card', 'Card', 'psn', 'card', 100, true) returning id`);
    const answer = await meanwhile(
      app.db,
      (tx) => beingDeleted(tx, person),
      () =>
        app.call({
          method: 'POST',
          url: `/gift-card/buy-gift-card/${card?.id}`,
          token: person.token,
          key: randomUUID(),
        }),
    );
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'session_ended']);
    expect(await rowsAbout(app.db, person)).toEqual(leftOfRich);
  });

  /** A player whose browser is about to exchange its token for a session. */
  async function signingIn() {
    const person = await app.person();
    const [authToken, browserSecret] = [randomUUID(), randomUUID()];
    await app.db.transaction((tx) =>
      insertSignInToken(tx, {
        tokenHash: hashToken(authToken),
        browserHash: hashToken(browserSecret),
        playerId: person.id,
        expiresAt: new Date(app.clock.now().getTime() + 60_000),
      }),
    );
    const headers = { cookie: `sign_in_browser_3000=${browserSecret}` };
    return {
      person,
      exchange: () => app.call({ method: 'POST', url: '/auth/exchange', payload: { authToken }, headers }),
    };
  }

  it('opens no session for a pending sign-in', async () => {
    const { person, exchange } = await signingIn();
    const answer = await meanwhile(app.db, (tx) => beingDeleted(tx, person), exchange);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'exchange_invalid']);
    expect(await rowsAbout(app.db, person)).toEqual(left);
  });

  it('does not deadlock with a deletion that locks the sign-in last', async () => {
    const { person, exchange } = await signingIn();
    let answer: ReturnType<typeof app.call> | undefined;
    await app.db.transaction(async (tx) => {
      await tx.run(sql`select from players where id = ${person.id} for update`);
      answer ??= exchange();
      await waitUntilSomeoneWaits(app.db, () => false);
      await beingDeleted(tx, person);
    });
    expect((await answer)?.json().code).toBe('exchange_invalid');
    expect(await rowsAbout(app.db, person)).toEqual(left);
  });

  it('adds no note about the player', async () => {
    const [admin, person] = [await app.person({ role: 'ADMIN' }), await app.person()];
    const answer = await meanwhile(
      app.db,
      (tx) => beingDeleted(tx, person),
      () => app.post(admin, person, 'notes', { note: 'Called about a refund' }),
    );
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
    expect(await rowsAbout(app.db, person)).toEqual(left);
  });
});

describe('during the deletion of their account', () => {
  let challenges: ChallengesTest;
  let coins: CoinsTest;
  beforeAll(async () => {
    challenges = await startChallengesTest();
    coins = await startCoinsTest();
  });
  afterAll(async () => {
    await challenges.close();
    await coins.close();
  });

  it('a player cannot enter even a free challenge', { tags: ['long'] }, async () => {
    await challenges.test.db.run(sql`update challenge_variants set entry_fee_gc = 0`);
    const player = await challenges.player();
    const { status, code } = await meanwhile(
      challenges.test.db,
      (tx) => beingDeleted(tx, player),
      () => challenges.enter(player),
    );
    expect([status, code]).toEqual([401, 'session_ended']);
    expect(await rowsAbout(challenges.test.db, player)).toEqual(leftOfRich);
  });

  it('a player cannot start a card payment', async () => {
    const packageId = await coins.addPackage();
    const player: Person = await coins.buyer();
    const { status, code } = await meanwhile(
      coins.test.db,
      (tx) => beingDeleted(tx, player),
      () => coins.createIntent(player, { packageId }),
    );
    expect([status, code]).toEqual([401, 'session_ended']);
    expect(await rowsAbout(coins.test.db, player)).toEqual(left);
  });
});
