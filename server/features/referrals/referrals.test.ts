// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Referral } from '../../../contract/referrals.ts';
import type { HeldReferral } from '../../../contract/referrals-admin.ts';
import { listIn, startTestApp } from '../../../tests/support/app.ts';
import { createPlayer, handleOf } from '../../../tests/support/factories.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { auditLedger } from '../../audit.ts';
import { getBalances } from '../../ledger/balances.ts';
import type { DomainEvents, Task } from '../../platform/jobs/outbox.ts';

const dayMs = 24 * 3_600_000;
const test = openForTests(startTestApp);
let admin: { id: string; token: string };

beforeAll(async () => {
  admin = await player('SUPER_ADMIN');
});

async function player(role = 'USER') {
  const { id } = await createPlayer(test.db, { role });
  return { id, token: await test.signIn(id) };
}

function tell<Name extends keyof DomainEvents>(name: Name, fact: DomainEvents[Name]): Promise<void> {
  return (test.app.tasks[name] as Task)(fact as never);
}

const at = () => test.clock.now().toISOString();
const networkHash = (): string => randomUUID();
const signIn = (playerId: string, network = networkHash()) =>
  tell('player.signed-in', { playerId, referrerId: null, networkHash: network, at: at() });
const finish = (playerId: string) =>
  tell('challenge.finished', { attemptId: randomUUID(), playerId, status: 'FAILED', xp: 20, at: at() });

/** A player who signed up by the invitation of `referrerId`. */
async function invited(referrerId: string, network = networkHash()) {
  const invitee = await player();
  await tell('player.signed-in', { playerId: invitee.id, referrerId, networkHash: network, at: at() });
  return invitee;
}

const listReferrals = async (token: string) =>
  listIn<{ list: Referral[]; total: number; qualified: number }>(
    (await test.call({ url: '/referrals', token })).json(),
  );
const held = async (): Promise<HeldReferral[]> =>
  (await test.call({ url: '/referrals/held', token: admin.token })).json().data;
const tokens = async (playerId: string) => (await getBalances(test.db, playerId)).referralTokens;
const decide = async (
  inviteeId: string,
  isCounted: boolean,
  { key = randomUUID(), token = admin.token } = {},
) => {
  const response = await test.call({
    method: 'POST',
    url: `/referrals/${inviteeId}/decide`,
    token,
    key,
    payload: { isCounted, reason: 'Looked at it' },
  });
  return { status: response.statusCode, ...response.json() };
};

describe('a referral', () => {
  it('counts with the first finished challenge, once, however often it is reported', async () => {
    const referrer = await player();
    const friend = await invited(referrer.id);
    expect((await listReferrals(referrer.token)).list).toMatchObject([
      { status: 'signed_up', qualifiedAt: null },
    ]);
    await Promise.all([finish(friend.id), finish(friend.id), finish(friend.id)]);
    await finish(friend.id);
    expect(await tokens(referrer.id)).toBe(1);
    expect(await listReferrals(referrer.token)).toMatchObject({
      total: 1,
      qualified: 1,
      list: [{ _id: friend.id, player: { handle: await handleOf(test.db, friend) }, status: 'qualified' }],
    });
    const profile = (await test.call({ url: '/auth/get-profile', token: referrer.token })).json().data;
    expect(profile).toMatchObject({ totalReferrals: 1, referralTokens: 1 });
    const jobs = await test.db.rows(sql`
      select from graphile_worker.jobs where task_identifier = 'referral.qualified'`);
    expect(jobs).toHaveLength(1);
  });

  it('triggers REFER_FRIEND once for the inviter', async () => {
    await test.db.run(sql`
      insert into events (title, type, triggers, starts_at, ends_at, reward_amount)
      values ('Bring a friend', 'REFERRAL', '{REFER_FRIEND}', now() - interval '1 day', now() + interval '9 days', 100)`);
    const referrer = await player();
    const fact = { inviteeId: (await invited(referrer.id)).id, referrerId: referrer.id, at: at() };
    await Promise.all([tell('referral.qualified', fact), tell('referral.qualified', fact)]);
    expect((await getBalances(test.db, referrer.id)).gamerCoins).toBe(100);
    const told = (await test.call({ url: '/notifications', token: referrer.token })).json().data;
    expect(told.filter(({ kind }: { kind: string }) => kind === 'referral')).toHaveLength(1);
  });

  it('waits for the sign-up event when the challenge event arrives first', async () => {
    const [referrer, friend] = [await player(), await player()];
    await test.db.run(sql`update players set referred_by = ${referrer.id} where id = ${friend.id}`);
    await expect(finish(friend.id)).rejects.toThrow('sign-up');
    await tell('player.signed-in', {
      playerId: friend.id,
      referrerId: referrer.id,
      networkHash: networkHash(),
      at: at(),
    });
    await finish(friend.id);
    expect(await tokens(referrer.id)).toBe(1);
  });

  it('pays no deleted account, even when an administrator counts it', async () => {
    const referrer = await player();
    const friend = await invited(referrer.id);
    await signIn(referrer.id, 'shared');
    const suspect = await invited(referrer.id, 'shared');
    await finish(suspect.id);
    await test.db.run(sql`update players set deleted_at = now() where id = ${referrer.id}`);
    await finish(friend.id);
    expect((await decide(suspect.id, true)).code).toBe('not_found');
    expect((await decide(suspect.id, false)).status).toBe(200);
    expect(await tokens(referrer.id)).toBe(0);
    const told = await test.db.rows(sql`
      select from graphile_worker._private_jobs where payload ->> 'referrerId' = ${referrer.id}
        and payload ->> 'inviteeId' is not null`);
    expect(told).toEqual([]);
    const statuses = await test.db.rows(sql`
      select status, decided_by as by from referrals where referrer_id = ${referrer.id} order by signed_up_at, status`);
    expect(statuses).toEqual(
      expect.arrayContaining([
        { status: 'not_counted', by: null },
        { status: 'not_counted', by: admin.id },
      ]),
    );
  });

  it("notifies without the friend's name", async () => {
    const referrer = await player();
    const friend = await invited(referrer.id);
    await test.db.run(sql`update players set name = 'Zaphod' where id = ${friend.id}`);
    await tell('referral.qualified', { inviteeId: friend.id, referrerId: referrer.id, at: at() });
    const { data: list } = (await test.call({ url: '/notifications', token: referrer.token })).json();
    expect(list).toMatchObject([
      { kind: 'referral', body: 'Your friend finished a first challenge, so it counts as a referral.' },
    ]);
  });

  it('needs an inviter', async () => {
    const alone = await player();
    await signIn(alone.id);
    await finish(alone.id);
    expect((await listReferrals(alone.token)).total).toBe(0);
  });
});

describe('a referral is held for review', () => {
  async function heldReasons(inviteeId: string) {
    return (await held()).find(({ _id }) => _id === inviteeId)?.reasons;
  }

  it("when the sign-up came from the inviter's network within a day", async () => {
    const referrer = await player();
    await signIn(referrer.id, 'home');
    test.clock.advance(dayMs / 2);
    const friend = await invited(referrer.id, 'home');
    await finish(friend.id);
    expect(await heldReasons(friend.id)).toEqual(['same_network']);
    expect(await tokens(referrer.id)).toBe(0);
    expect((await listReferrals(referrer.token)).list).toMatchObject([{ status: 'in_review' }]);

    test.clock.advance(3 * dayMs);
    await (test.app.tasks['forget-networks'] as Task)({} as never);
    const later = await invited(referrer.id, 'home');
    await finish(later.id);
    expect(await heldReasons(later.id)).toBeUndefined();
    expect(await tokens(referrer.id)).toBe(1);
  });

  it('when both paid with the same card', async () => {
    const referrer = await player();
    const friend = await invited(referrer.id);
    for (const { id } of [referrer, friend]) {
      await test.db.run(sql`
        insert into payments (player_id, package_title, coins, xp, amount_cents, created_at, card_fingerprint_hash)
        values (${id}, 'GC_100', 100, 9, 99, now(), '\\x01')`);
    }
    await finish(friend.id);
    expect(await heldReasons(friend.id)).toEqual(['same_card']);
  });

  it('beyond exactly twenty paid in a month, also under concurrency', { tags: ['long'] }, async () => {
    const referrer = await player();
    const friends = await Promise.all(Array.from({ length: 25 }, () => invited(referrer.id)));
    await Promise.all(friends.map(({ id }) => finish(id)));
    expect(await tokens(referrer.id)).toBe(20);
    const reasons = (await held()).filter(({ referrer: { playerId } }) => playerId === referrer.id);
    expect(reasons.map((row) => row.reasons)).toEqual(Array(5).fill(['too_many_in_month']));
  });
});

describe('an administrator', () => {
  async function heldFriend() {
    const referrer = await player();
    await signIn(referrer.id, 'same');
    const friend = await invited(referrer.id, 'same');
    await finish(friend.id);
    return { referrer, friend };
  }

  it('counts a held referral once, with a log entry', async () => {
    const { referrer, friend } = await heldFriend();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => decide(friend.id, true, { key })));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(await tokens(referrer.id)).toBe(1);
    expect(await decide(friend.id, false)).toMatchObject({ status: 409, code: 'referral_decided' });
    const log = await test.db.rows(sql`
      select reason from admin_changes where subject = ${`referral:${friend.id}`}`);
    expect(log).toEqual([{ reason: 'Looked at it' }]);
  });

  it('rejects a held referral for good', async () => {
    const { referrer, friend } = await heldFriend();
    expect(await decide(friend.id, false)).toMatchObject({ data: { status: 'not_counted' } });
    await finish(friend.id);
    expect(await tokens(referrer.id)).toBe(0);
    expect((await listReferrals(referrer.token)).list).toMatchObject([{ status: 'not_counted' }]);
  });

  it('cannot decide their own referrals, and players cannot decide any', async () => {
    await signIn(admin.id, 'office');
    const friend = await invited(admin.id, 'office');
    await finish(friend.id);
    expect(await decide(friend.id, true)).toMatchObject({ status: 403 });
    const { token } = await player();
    expect(await decide(friend.id, true, { token })).toMatchObject({ status: 403 });
    expect((await test.call({ url: '/referrals/held', token })).statusCode).toBe(403);
  });
});

it('referrals leave a ledger that passes its audit', { tags: ['long'] }, async () => {
  const { proofs } = await auditLedger(test.db);
  expect(proofs.filter(({ breaches }) => breaches.length > 0)).toEqual([]);
});
