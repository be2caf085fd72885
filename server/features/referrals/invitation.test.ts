// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { startTestApp } from '../../../tests/support/app.ts';
import { createPlayer, handleOf } from '../../../tests/support/factories.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';

const test = openForTests(startTestApp);

const open = async (code: string) => {
  const answer = await test.call({ url: `/referrals/invitations/${encodeURIComponent(code)}` });
  return { status: answer.statusCode, body: answer.body, ...answer.json() };
};

async function inviter(): Promise<{ id: string; code: string; email: string }> {
  const { id } = await createPlayer(test.db);
  return test.db.one(sql`select id, referral_code as code, email from players where id = ${id}`);
}

it("shows the inviter's handle and both rewards, and nothing else about them", async () => {
  const player = await inviter();
  const day = {
    from: new Date(test.clock.now().getTime() - 1_000),
    until: new Date(test.clock.now().getTime() + 1_000),
  };
  for (const [trigger, amount] of [
    ['FIRST_LOGIN', 400],
    ['REFER_FRIEND', 75],
  ] as const) {
    await test.db.run(sql`
      insert into events (title, type, triggers, starts_at, ends_at, reward_currency, reward_amount, multiplier, auto_run)
      values ('Sample', 'TEST', ${[trigger]}, ${day.from}, ${day.until}, 'GC', ${amount}, 1, true)`);
  }
  const { status, data, body } = await open(player.code);
  expect(status).toBe(200);
  expect(data).toMatchObject({
    player: { handle: await handleOf(test.db, player) },
    welcomeGC: 400,
    referrerGC: 75,
  });
  expect(body).not.toContain(player.id);
  expect(body).not.toContain(player.email);
});

it('returns not found for unknown codes and codes of suspended or deleted players', async () => {
  expect((await open('NOBODYS1')).code).toBe('not_found');
  const [suspended, deleted] = [await inviter(), await inviter()];
  await test.db.run(sql`update players set suspended_at = now() where id = ${suspended.id}`);
  await test.db.run(sql`update players set deleted_at = now() where id = ${deleted.id}`);
  for (const { code } of [suspended, deleted]) expect((await open(code)).code).toBe('not_found');
  expect((await open('x'.repeat(65))).code).toBe('invalid_request');
});
