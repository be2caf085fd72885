import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Receipt } from '../../../contract/challenges.ts';
import type { ReceiptShare } from '../../../contract/shared-receipts.ts';
import { verdict } from '../../../contract/verdict.ts';
import { type ChallengesTest, type Player, startChallengesTest } from '../../../tests/support/challenges.ts';
import { runningAttempts } from '../../../tests/support/running-attempt.ts';

let challenges: ChallengesTest;
beforeAll(async () => {
  challenges = await startChallengesTest();
});
afterAll(() => challenges.close());

const { running } = runningAttempts(() => challenges);

async function decided(): Promise<{ player: Player; attemptId: string; epicId: string }> {
  const run = await running();
  await challenges.playLater(run.attemptId, run.epicId);
  return run;
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
async function read(shareId: string): Promise<{ status: number; body: string; receipt: Receipt }> {
  const answer = await challenges.test.call({ url: `/challenge/shared/${shareId}` });
  return { status: answer.statusCode, body: answer.body, receipt: answer.json().data };
}

describe('a shared receipt', () => {
  it('lets anybody decide again, and says nothing of the person', async () => {
    const { player, attemptId, epicId } = await decided();
    const shared = await share(player, attemptId);
    expect(shared).toMatchObject({ status: 200, data: { showsEpicName: false } });
    const { status, body, receipt } = await read(shared.data._id);
    expect(status).toBe(200);
    expect(receipt.attempt).toMatchObject({ status: 'SUCCESS', epicId: '' });
    const person = await challenges.test.db.row<{ name: string; email: string }>(
      sql`select name, email from players where id = ${player.id}`,
    );
    for (const secret of [epicId, player.id, person?.name, person?.email]) expect(body).not.toContain(secret);
    const again = verdict({
      startedAt: receipt.attempt.startedAt,
      now: new Date().toISOString(),
      initial: receipt.initial,
      readings: receipt.readings,
      conditions: receipt.attempt.challenge.challengeVariants[0] as never,
      rules: receipt.rules,
    });
    expect(again).toMatchObject({ isFinal: true, status: 'SUCCESS' });
  });

  it('keeps its link while it shows more or less, and gets another after it was taken back', async () => {
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

  it('is its player’s to share and to take back, once it is decided', async () => {
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

  it('gets one link when it is shared twice at once', async () => {
    const { player, attemptId } = await decided();
    const shared = await Promise.all(Array.from({ length: 6 }, () => share(player, attemptId)));
    expect(new Set(shared.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(shared.map(({ data }) => data._id)).size).toBe(1);
  });

  it('keeps the words of whoever voided it to its player', async () => {
    const { player, attemptId } = await decided();
    const { data } = await share(player, attemptId);
    const { token } = await challenges.player({ role: 'SUPER_ADMIN' });
    const voided = await challenges.test.call({
      method: 'POST',
      url: `/challenge/attempts/${attemptId}/void`,
      token,
      payload: { reason: 'told by a friend of Ada' },
    });
    expect(voided.statusCode).toBe(200);
    const { body, receipt } = await read(data._id);
    expect(receipt.voided).toMatchObject({ reason: '' });
    expect(body).not.toContain('Ada');
  });

  it('is in the export, and gone with the account', async () => {
    const { player, attemptId } = await decided();
    const { data } = await share(player, attemptId);
    const { token } = player;
    const exported = await challenges.test.call({ url: '/auth/export', token });
    expect(exported.body).toContain(data._id);
    const deleted = await challenges.test.call({
      method: 'POST',
      url: '/auth/delete-account',
      token,
      payload: { confirmation: 'DELETE' },
    });
    expect(deleted.statusCode).toBe(200);
    expect((await read(data._id)).status).toBe(404);
  });
});
