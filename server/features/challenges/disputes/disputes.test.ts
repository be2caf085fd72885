// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import type { AdminDispute } from '../../../../contract/disputes-admin.ts';
import { testConfig } from '../../../../tests/support/app.ts';
import { readExport } from '../../../../tests/support/data-export.ts';
import { link, startDisputesTest, words } from '../../../../tests/support/disputes.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { holdPlayers } from '../../accounts/player-store.ts';
import { decideDispute } from './decide-dispute.ts';

const dayMs = 24 * 3_600_000;

const disputes = openForTests(startDisputesTest);

describe('a dispute', () => {
  it('moves no coins when the result is upheld, and tells the player why', { tags: ['long'] }, async () => {
    const { player, attemptId, disputeId } = await disputes.disputed('lost');
    expect(await disputes.codeOf(disputes.decide(disputeId, 'upheld'))).toEqual([200, undefined]);
    await disputes.deliverPending();
    expect(await disputes.challenges.gamerCoins(player)).toBe(905);
    const receipt = await disputes.challenges.receipt(player, attemptId);
    expect(receipt).toMatchObject({ attempt: { status: 'FAILED' }, ruling: { outcome: 'upheld' } });
    expect((await disputes.state(player, attemptId)).data.dispute).toMatchObject({
      words,
      link,
      ruling: { answer: 'We looked at it' },
    });
    expect(await disputes.codeOf(disputes.dispute(player, attemptId))).toEqual([409, 'already_disputed']);
    expect(await disputes.codeOf(disputes.decide(disputeId, 'won'))).toEqual([409, 'dispute_decided']);
    const entry = await disputes.challenges.test.db.row(
      sql`select action, after, reason from admin_changes where subject = ${`attempt:${attemptId}`}`,
    );
    expect(entry).toEqual({
      action: 'dispute.decide',
      after: { outcome: 'upheld' },
      reason: 'We looked at it',
    });
  });

  it("is in the player's data export", { tags: ['long'] }, async () => {
    const { player, attemptId, disputeId } = await disputes.disputed('lost');
    await disputes.decide(disputeId, 'upheld');
    const exported = await readExport(disputes.challenges.test, player.token);
    const { dispute } = (await disputes.state(player, attemptId)).data;
    expect(dispute?._id).toBe(disputeId);
    expect(exported.disputes).toEqual([{ ...dispute, attemptId }]);
  });

  it('opens once, even for concurrent calls, and answers replays the same', async () => {
    const player = await disputes.challenges.player();
    const attemptId = await disputes.play(player, 'lost');
    expect((await disputes.state(player, attemptId)).data).toMatchObject({
      dispute: null,
      openUntil: expect.any(String),
    });
    const key = randomUUID();
    const answers = await Promise.all(
      [1, 2, 3].map(() => disputes.dispute(player, attemptId, { words }, key)),
    );
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await disputes.codeOf(disputes.dispute(player, attemptId))).toEqual([409, 'already_disputed']);
    const other = await disputes.dispute(player, attemptId, { words: `${words} And more.` }, key);
    expect(other.json().code).toBe('idempotency_key_reused');
    const kept = await disputes.challenges.test.db.rows(sql`select answer::text from idempotent_answers
      where player_id = ${player.id}`);
    expect(JSON.stringify(kept)).not.toContain(words);
  });

  it("is possible within fourteen days for a player's own decided result that is not a win", {
    tags: ['long'],
  }, async () => {
    const [player, stranger] = [await disputes.challenges.player(), await disputes.challenges.player()];
    const { attemptId: running } = await disputes.challenges.enter(player, { epicId: 'still-running' });
    expect(await disputes.codeOf(disputes.dispute(player, running))).toEqual([409, 'result_not_disputable']);
    const won = await disputes.play(stranger, 'won');
    expect(await disputes.codeOf(disputes.dispute(stranger, won))).toEqual([409, 'result_not_disputable']);
    expect((await disputes.dispute(stranger, won)).json().message).toContain('it counts as won');
    expect((await disputes.state(stranger, won)).data).toEqual({ dispute: null, openUntil: null });
    expect(await disputes.codeOf(disputes.dispute(player, won))).toEqual([404, 'not_found']);
    expect((await disputes.state(player, won)).code).toBe('not_found');
    const late = await disputes.challenges.player();
    const lost = await disputes.play(late, 'lost');
    disputes.challenges.test.clock.advance(14 * dayMs);
    const refused = await disputes.dispute(late, lost);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'dispute_too_late', message: expect.stringContaining('14 days') },
    ]);
    expect((await disputes.state(late, lost)).data).toEqual({ dispute: null, openUntil: null });
  });

  it('is refused without enough words, and beyond twenty in an hour', async () => {
    const player = await disputes.challenges.player();
    expect((await disputes.dispute(player, randomUUID(), { words: ' so so ' })).json().code).toBe(
      'invalid_request',
    );
    const codes = [];
    for (let asked = 0; asked < 20; asked++)
      codes.push((await disputes.dispute(player, randomUUID())).json().code);
    expect(codes.at(-1)).toBe('too_many_requests');
  });

  it('of an administrator must be decided by somebody else', async () => {
    const player = await disputes.challenges.player({ role: 'SUPER_ADMIN' });
    const attemptId = await disputes.play(player, 'lost');
    const { _id } = (await disputes.dispute(player, attemptId)).json().data;
    expect(await disputes.codeOf(disputes.decide(_id, 'won', { by: player }))).toEqual([
      403,
      'conflict_of_interest',
    ]);
    expect(await disputes.codeOf(disputes.decide(randomUUID(), 'won'))).toEqual([404, 'not_found']);
  });

  it('is queued by its promised time, overdue disputes first', { tags: ['long'] }, async () => {
    const first = await disputes.disputed('lost');
    disputes.challenges.test.clock.advance(3 * dayMs);
    const second = await disputes.disputed('lost');
    const ids = (rows: AdminDispute[]) => rows.map(({ _id }) => _id);
    const queue = await disputes.list('?status=waiting');
    const mine = queue.filter(({ _id }) => [first.disputeId, second.disputeId].includes(_id));
    expect(ids(mine)).toEqual([first.disputeId, second.disputeId]);
    expect(mine.map(({ isOverdue }) => isOverdue)).toEqual([true, false]);
    const [person, attempt] = await Promise.all([
      disputes.db.one<{ name: string; email: string }>(
        sql`select name, email from players where id = ${first.player.id}`,
      ),
      disputes.challenges.attempt(first.player, first.attemptId),
    ]);
    const { challenge, challengeType, epicId } = attempt;
    expect(mine[0]).toEqual({
      _id: first.disputeId,
      words,
      link,
      openedAt: expect.any(String),
      promisedBy: expect.any(String),
      ruling: null,
      attempt: { _id: first.attemptId, challenge, challengeType, status: 'FAILED', epicId },
      winsGC: 300,
      user: { _id: first.player.id, ...person },
      isOverdue: true,
    });
    const [opened, promised] = [mine[0]?.openedAt, mine[0]?.promisedBy].map((at) => Date.parse(at ?? ''));
    expect((promised as number) - (opened as number)).toBe(testConfig().disputes.promiseMs);
    const overdueNow = await disputes.list('?status=overdue');
    expect(ids(overdueNow)).toContain(first.disputeId);
    expect(ids(await disputes.list('?status=overdue'))).not.toContain(second.disputeId);
    const { waiting, overdue } = (
      await disputes.call(disputes.admin, 'GET', '/challenge/waiting-disputes')
    ).json().data;
    expect([waiting, overdue]).toEqual([queue.length, (await disputes.list('?status=overdue')).length]);
    await disputes.decide(first.disputeId, 'upheld');
    // Decided disputes come last, in either direction.
    for (const order of ['asc', 'desc']) {
      const all = ids(await disputes.list(`?sort=promisedBy&order=${order}&pageSize=100`));
      expect(all.indexOf(second.disputeId)).toBeLessThan(all.indexOf(first.disputeId));
    }
    expect(ids(await disputes.list('?status=upheld'))).toContain(first.disputeId);
    expect(await disputes.list('?search=nobody-is-called-so')).toEqual([]);
    const found = await disputes.list(`?search=${encodeURIComponent(person.email)}`);
    expect(ids(found)).toEqual([first.disputeId]);
    const both = [first.disputeId, second.disputeId];
    const sorted = async (query: string) =>
      ids(await disputes.list(`?pageSize=100&${query}`)).filter((id) => both.includes(id));
    expect(await sorted('sort=openedAt&order=asc')).toEqual(both);
    expect(await sorted('sort=openedAt&order=desc')).toEqual(both.toReversed());
    expect([await sorted('status=won'), await sorted('status=waiting')]).toEqual([[], [second.disputeId]]);
    const [one, two] = [await disputes.list('?pageSize=1'), await disputes.list('?pageSize=1&page=2')];
    expect(ids([...one, ...two])).toEqual(ids(await disputes.list('?pageSize=2')));
  });

  it('asks for approval only when the ruling pays coins', { tags: ['long'] }, async () => {
    const { db, clock, admin } = disputes;
    const { player, attemptId, disputeId } = await disputes.disputed('cancelled');
    const asked: unknown[] = [];
    const decide = (outcome: 'won' | 'upheld', id = disputeId, idempotencyKey: string = randomUUID()) =>
      decideDispute(
        { actorId: admin.id, disputeId: id, outcome, answer: 'So', idempotencyKey },
        {
          db,
          clock,
          holdPlayers,
          xp: { finished: 20, success: 100 },
          async askApproval(_tx, { measure, ...rest }) {
            asked.push({ ...rest, measure: await measure() });
            return undefined;
          },
        },
      );
    const key = randomUUID();
    const decided = { _id: disputeId, outcome: 'won' };
    expect([await decide('won', disputeId, key), await decide('won', disputeId, key)]).toEqual([
      decided,
      decided,
    ]);
    expect(await decide('upheld', disputeId, key)).toMatchObject({ refused: 'idempotency_key_reused' });
    expect(asked).toEqual([
      {
        actorId: admin.id,
        operation: 'dispute.decide',
        permission: 'disputes:write',
        measure: [{ kind: 'ruling', coins: 205, isAlways: true }],
        title: 'Decide a dispute as won: “Test challenge”',
        subject: `attempt:${attemptId}`,
        playerId: player.id,
        before: { status: 'CANCELLED' },
        after: { outcome: 'won', coins: 205 },
        input: { disputeId, outcome: 'won', answer: 'So' },
        reason: 'So',
      },
    ]);
    const other = await disputes.disputed('lost');
    expect(await decide('upheld', other.disputeId)).toEqual({ _id: other.disputeId, outcome: 'upheld' });
    expect(asked).toHaveLength(1);
    // Approval is not requested for something that cannot be done.
    const voided = await disputes.disputed('lost');
    const payload = { reason: 'Cheated' };
    await disputes.call(admin, 'POST', `/challenge/attempts/${voided.attemptId}/void`, payload);
    expect(await decide('won', voided.disputeId)).toEqual({
      refused: 'result_not_disputable',
      data: { why: 'an administrator voided the attempt' },
    });
    expect(asked).toHaveLength(1);
  });

  it("shows other people the ruling but not the player's words", async () => {
    const { player, attemptId, disputeId } = await disputes.disputed('lost');
    const share = await disputes.challenges.test.call({
      method: 'PUT',
      url: `/challenge/attempts/${attemptId}/share`,
      token: player.token,
      payload: {},
    });
    await disputes.decide(disputeId, 'won');
    const shared = await disputes.challenges.test.call({ url: `/challenge/shared/${share.json().data._id}` });
    expect(shared.json().data).toMatchObject({
      attempt: { status: 'SUCCESS' },
      decision: { status: 'FAILED' },
      ruling: { outcome: 'won', answer: '' },
    });
    expect(shared.body).not.toContain(words);
  });

  it("is deleted with the player's account while open, and loses its words once decided", {
    tags: ['long'],
  }, async () => {
    const waiting = await disputes.disputed('lost');
    const decided = await disputes.disputed('lost');
    await disputes.decide(decided.disputeId, 'upheld');
    for (const { player } of [waiting, decided]) {
      const gone = await disputes.call(player, 'POST', '/auth/delete-account', { confirmation: 'DELETE' });
      expect(gone.statusCode).toBe(200);
    }
    const rows = await disputes.challenges.test.db.rows(sql`
      select words, link, answer, outcome from disputes
      where id = any (${[waiting.disputeId, decided.disputeId]})`);
    expect(rows).toEqual([{ words: '', link: '', answer: '', outcome: 'upheld' }]);
    expect(await disputes.codeOf(disputes.decide(waiting.disputeId, 'won'))).toEqual([404, 'not_found']);
  });
});
