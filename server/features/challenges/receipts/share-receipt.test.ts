// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import type { ReceiptShare, SharedReceipt } from '../../../../contract/shared-receipts.ts';
import { verdict } from '../../../../contract/verdict.ts';
import { type Player, startChallengesTest } from '../../../../tests/support/challenges.ts';
import { readExport } from '../../../../tests/support/data-export.ts';
import { handleOf } from '../../../../tests/support/factories.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { runningAttempts } from '../../../../tests/support/running-attempt.ts';
import { listWins } from '../feature.ts';

const challenges = openForTests(startChallengesTest);

const { running, say } = runningAttempts(() => challenges);

async function decided(match?: {
  kills: number;
}): Promise<{ player: Player; attemptId: string; epicId: string }> {
  const run = await running();
  await challenges.playLater(run.attemptId, run.epicId, match);
  return run;
}

async function voidAs(administrator: Player, attemptId: string, reason = 'Proved'): Promise<void> {
  const voided = await challenges.voidAttempt(administrator, attemptId, { reason });
  expect(voided.statusCode).toBe(200);
}

async function deleteAccount({ token }: Player): Promise<void> {
  const url = '/auth/delete-account';
  const payload = { confirmation: 'DELETE' };
  const deleted = await challenges.test.call({ method: 'POST', url, token, payload });
  expect(deleted.statusCode).toBe(200);
}

const getAddress = (attemptId: string) => `/challenge/attempts/${attemptId}/share`;

async function share(player: Player, attemptId: string, payload: object = {}) {
  const answer = await challenges.test.call({
    method: 'PUT',
    url: getAddress(attemptId),
    token: player.token,
    payload,
  });
  const { data, code } = answer.json() as { data: ReceiptShare; code?: string };
  return { status: answer.statusCode, data, code };
}

/** As somebody who is not signed in. */
async function read(shareId: string): Promise<{ status: number; body: string; receipt: SharedReceipt }> {
  const answer = await challenges.test.call({ url: `/challenge/shared/${shareId}` });
  return { status: answer.statusCode, body: answer.body, receipt: answer.json().data };
}

describe('a shared receipt', () => {
  it('lets anyone repeat the decision, and reveals nothing about the player', {
    tags: ['long'],
  }, async () => {
    const { player, attemptId, epicId } = await decided();
    const shared = await share(player, attemptId);
    expect(shared).toMatchObject({
      status: 200,
      data: { showsEpicName: false, isListed: false, isInvitation: false },
    });
    const { status, body, receipt } = await read(shared.data._id);
    expect(status).toBe(200);
    expect(receipt.attempt).toMatchObject({ status: 'SUCCESS', epicId: '' });
    expect(receipt.player).toMatchObject({ handle: await handleOf(challenges.test.db, player) });
    const person = await challenges.test.db.row<{ name: string; email: string }>(
      sql`select name, email from players where id = ${player.id}`,
    );
    for (const secret of [epicId, player.id, person?.name, person?.email]) expect(body).not.toContain(secret);
    const again = verdict({
      game: receipt.attempt.game,
      startedAt: receipt.attempt.startedAt,
      now: new Date().toISOString(),
      initial: receipt.initial,
      readings: receipt.readings,
      conditions: receipt.attempt.challenge.challengeVariants[0] as never,
      rules: receipt.rules,
    });
    expect(again).toMatchObject({ isFinal: true, status: 'SUCCESS' });
  });

  it('keeps its link when the player changes what it shows, and gets a new link after a revocation', async () => {
    const { player, attemptId, epicId } = await decided();
    const first = await share(player, attemptId);
    const again = await share(player, attemptId, { showsEpicName: true });
    expect(again.data._id).toBe(first.data._id);
    expect((await read(first.data._id)).receipt.attempt.epicId).toBe(epicId);

    const asOwner = { url: getAddress(attemptId), token: player.token } as const;
    expect((await challenges.test.call(asOwner)).json().data).toEqual(again.data);
    for (let time = 0; time < 2; time++) {
      expect((await challenges.test.call({ ...asOwner, method: 'DELETE' })).statusCode).toBe(200);
    }
    expect((await challenges.test.call(asOwner)).json().data).toBeNull();
    expect((await read(first.data._id)).status).toBe(404);
    expect((await share(player, attemptId)).data._id).not.toBe(first.data._id);
  });

  it('hides the details of source faults, and shows the other readings unchanged', async () => {
    const run = await running();
    say(run.epicId, 'broken');
    await challenges.read(run.attemptId, 1);
    say(run.epicId, undefined);
    await challenges.playLater(run.attemptId, run.epicId);
    const own = (await challenges.receipt(run.player, run.attemptId)).readings;
    expect(own).toContainEqual(
      expect.objectContaining({ kind: 'fault', detail: expect.stringMatching(/./) }),
    );
    const shared = await share(run.player, run.attemptId);
    const { readings } = (await read(shared.data._id)).receipt;
    expect(readings).toEqual(own.map((one) => (one.kind === 'stats' ? one : { ...one, detail: '' })));
  });

  it('can be shared and revoked by its player only, once it is decided', async () => {
    const { player, attemptId } = await decided();
    const other = await challenges.player();
    const administrator = await challenges.player({ role: 'SUPER_ADMIN' });
    const { data } = await share(player, attemptId);
    for (const stranger of [other, administrator]) {
      expect(await share(stranger, attemptId)).toMatchObject({ status: 404, code: 'not_found' });
      for (const method of ['GET', 'DELETE'] as const) {
        const { token } = stranger;
        const answer = await challenges.test.call({ method, url: getAddress(attemptId), token });
        expect(answer.statusCode).toBe(404);
      }
    }
    expect((await challenges.test.call({ url: getAddress(attemptId) })).statusCode).toBe(401);
    expect((await read(data._id)).status).toBe(200);
    const open = await running();
    expect(await share(open.player, open.attemptId)).toMatchObject({
      status: 409,
      code: 'attempt_undecided',
    });
    expect((await read(attemptId)).status).toBe(404);
  });

  it('gets one link when it is shared several times concurrently', async () => {
    const { player, attemptId } = await decided();
    const shared = await Promise.all(Array.from({ length: 6 }, () => share(player, attemptId)));
    expect(new Set(shared.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(shared.map(({ data }) => data._id)).size).toBe(1);
  });

  it("hides the administrator's reason for voiding it", async () => {
    const { player, attemptId } = await decided();
    const { data } = await share(player, attemptId);
    await voidAs(await challenges.player({ role: 'SUPER_ADMIN' }), attemptId, 'told by a friend of Ada');
    const { body, receipt } = await read(data._id);
    expect(receipt.voided).toMatchObject({ reason: '' });
    expect(body).not.toContain('Ada');
  });

  it('is in the data export, hidden while the account is deleted, and gone after the erasure', {
    tags: ['long'],
  }, async () => {
    const { player, attemptId } = await decided();
    const { data } = await share(player, attemptId);
    const { token } = player;
    const exported = await readExport(challenges.test, token);
    expect(exported.sharedReceipts).toEqual([{ ...data, attemptId }]);
    expect(data).toEqual({
      _id: expect.any(String),
      showsEpicName: false,
      isListed: false,
      isInvitation: false,
      sharedAt: challenges.test.clock.now().toISOString(),
    });
    const leave = (at: Date | null) =>
      challenges.test.db.run(sql`update players set deleted_at = ${at} where id = ${player.id}`);
    await leave(challenges.test.clock.now());
    expect((await read(data._id)).status).toBe(404);
    await leave(null);
    expect((await read(data._id)).status).toBe(200);
    await deleteAccount(player);
    expect((await read(data._id)).status).toBe(404);
  });
});

describe('a shared link with an invitation', () => {
  const getCode = async (id: string) =>
    (
      await challenges.test.db.one<{ referralCode: string }>(
        sql`select referral_code from players where id = ${id}`,
      )
    ).referralCode;

  it("contains the referral code if its player wants, and never a suspended player's", async () => {
    const { player, attemptId } = await decided();
    const code = await getCode(player.id);
    const { data } = await share(player, attemptId, { isInvitation: true });
    expect(data.isInvitation).toBe(true);
    expect((await read(data._id)).receipt).toMatchObject({ referralCode: code });
    await challenges.test.db.run(sql`update players set suspended_at = now() where id = ${player.id}`);
    expect((await read(data._id)).body).not.toContain(code);
    await challenges.test.db.run(sql`update players set suspended_at = null where id = ${player.id}`);
    await share(player, attemptId);
    const { body, receipt } = await read(data._id);
    expect(receipt).toMatchObject({ referralCode: null });
    expect(body).not.toContain(code);
  });
});

describe('a win on the landing page', () => {
  const getListed = async (limit = 10) => {
    const wins = await listWins(challenges.test.db, limit);
    return wins.map(({ receiptId }) => receiptId);
  };

  it('is listed while its player wants it, newest first', async () => {
    const first = await decided();
    const second = await decided({ kills: 9 });
    const later = await share(second.player, second.attemptId, { isListed: true });
    const earlier = await share(first.player, first.attemptId, { isListed: true });
    expect((await getListed()).slice(0, 2)).toEqual([later.data._id, earlier.data._id]);
    expect(await getListed(1)).toEqual([later.data._id]);
    const { completedAt } = await challenges.attempt(second.player, second.attemptId);
    expect((await listWins(challenges.test.db, 1))[0]).toEqual({
      receiptId: later.data._id,
      playerId: second.player.id,
      wonAt: new Date(completedAt ?? ''),
      rewardGC: 300,
      description: 'Test challenge',
      requiredPlacement: 10,
      requiredKills: 5,
    });
    // What is left out is not shown.
    expect((await share(second.player, second.attemptId)).data).toMatchObject({ isListed: false });
    expect(await getListed()).not.toContain(later.data._id);
    expect((await read(later.data._id)).status).toBe(200);
  });

  it('is one of the two newest of its player', { tags: ['long'] }, async () => {
    const player = await challenges.player({ gamerCoins: 5_000 });
    const shared = [];
    for (const epicId of ['serial-a', 'serial-a', 'serial-a']) {
      const { attemptId } = await challenges.enter(player, { epicId });
      await challenges.playLater(attemptId, epicId, { placement: 1, kills: 9 });
      shared.push((await share(player, attemptId, { isListed: true })).data._id);
    }
    const wins = (await listWins(challenges.test.db, 10)).filter(({ playerId }) => playerId === player.id);
    expect(wins.map(({ receiptId }) => receiptId)).toEqual([shared[2], shared[1]]);
  });

  it('is refused for a loss', async () => {
    const { player, attemptId, epicId } = await decided({ kills: 1 });
    await challenges.read(attemptId, 4);
    expect(await challenges.attempt(player, attemptId)).toMatchObject({ status: 'FAILED', epicId });
    expect(await share(player, attemptId, { isListed: true })).toMatchObject({
      status: 409,
      code: 'only_wins_listed',
    });
    expect((await share(player, attemptId)).status).toBe(200);
  });

  it('disappears when revoked or voided, or when its player is suspended or deleted', {
    tags: ['long'],
  }, async () => {
    const administrator = await challenges.player({ role: 'SUPER_ADMIN' });
    const suspend = ({ id }: Player) =>
      challenges.test.db.run(sql`update players set suspended_at = now() where id = ${id}`);
    const ends: ((player: Player, attemptId: string) => Promise<unknown>)[] = [
      ({ token }, id) => challenges.test.call({ method: 'DELETE', url: getAddress(id), token }),
      (_player, id) => voidAs(administrator, id),
      suspend,
      deleteAccount,
    ];
    const other = await decided();
    const stays = (await share(other.player, other.attemptId, { isListed: true })).data._id;
    for (const end of ends) {
      const { player, attemptId } = await decided();
      const { data } = await share(player, attemptId, { isListed: true });
      expect(await getListed()).toContain(data._id);
      await end(player, attemptId);
      const listed = await getListed();
      expect([listed.includes(data._id), listed.includes(stays)]).toEqual([false, true]);
    }
  });

  it('is unlisted by a voiding, and cannot be listed again', async () => {
    const { player, attemptId } = await decided();
    await share(player, attemptId, { isListed: true });
    await voidAs(await challenges.player({ role: 'SUPER_ADMIN' }), attemptId);
    const { token } = player;
    const state = await challenges.test.call({ url: getAddress(attemptId), token });
    expect(state.json().data).toMatchObject({ isListed: false });
    expect(await share(player, attemptId, { isListed: true })).toMatchObject({ code: 'only_wins_listed' });
  });
});
