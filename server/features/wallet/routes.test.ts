// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { type Statement, statement } from '../../../contract/wallet.ts';
import { startTestApp } from '../../../tests/support/app.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { transferAlone } from '../../ledger/transfer.ts';

const test = openForTests(startTestApp);

const history = (token: string | undefined, query = '') =>
  test.call({ url: `/transaction/history${query}`, ...(token && { token }) });

describe('GET /transaction/history', () => {
  it("returns the caller's own statement", async () => {
    const player = await createPlayer(test.db, { gamerCoins: 500 });
    const other = await createPlayer(test.db, { gamerCoins: 70 });
    await transferAlone(test.db, {
      currency: 'GC',
      amount: 120,
      from: { player: player.id },
      to: { house: 'escrow' },
      type: 'challenge_entry',
      reference: 'attempt',
      idempotencyKey: `route-test:${player.id}`,
      description: 'Entry of Sharpshooter',
    });
    const answer = await history(await test.signIn(player.id));
    expect(answer.statusCode).toBe(200);
    const { message, data } = answer.json<{ message: string; data: Statement }>();
    expect(message).toBe('OK');
    expect(statement.parse(data)).toEqual(data);
    expect(data.summary).toMatchObject({ totalEarned: 500, totalSpent: 120, netBalance: 380 });
    expect(data.history.map(({ amount }) => amount)).toEqual([-120, 500]);
    const otherAnswer = await history(await test.signIn(other.id));
    expect(otherAnswer.json().data.history.map(({ amount }: { amount: number }) => amount)).toEqual([70]);
  });

  it('returns it page by page, and by type', async () => {
    const player = await createPlayer(test.db, { gamerCoins: 1 });
    for (const amount of [2, 3]) {
      await transferAlone(test.db, {
        currency: 'GC',
        amount,
        from: { house: 'rewards' },
        to: { player: player.id },
        type: 'event_reward',
        reference: 'event',
        idempotencyKey: `route-test:${player.id}:${amount}`,
        description: 'Event',
      });
    }
    const token = await test.signIn(player.id);
    const first = (await history(token, '?limit=2')).json<{ data: Statement }>().data;
    expect(first.history.map(({ amount }) => amount)).toEqual([3, 2]);
    const second = (await history(token, `?limit=2&before=${first.nextBefore}`)).json<{ data: Statement }>()
      .data;
    expect(second.history.map(({ amount }) => amount)).toEqual([1]);
    expect(second.nextBefore).toBeNull();
    const events = (await history(token, '?type=eventReward')).json<{ data: Statement }>().data;
    expect(events.history).toHaveLength(2);
  });

  it.each(['?limit=0', '?limit=201', '?limit=x', '?before=-1', '?before=1%20or%201=1', '?type=loot'])(
    'refuses %s',
    async (query) => {
      const { id } = await createPlayer(test.db);
      const answer = await history(await test.signIn(id), query);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().code).toBe('invalid_request');
    },
  );
});
