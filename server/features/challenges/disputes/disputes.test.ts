import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminDispute } from '../../../../contract/disputes-admin.ts';
import {
  type ChallengesTest,
  type Player,
  startChallengesTest,
} from '../../../../tests/support/challenges.ts';
import { auditLedger } from '../../../audit.ts';
import type { Task } from '../../../platform/jobs/outbox.ts';

const dayMs = 24 * 3_600_000;
const words = 'My recording shows the sixth kill';
const link = 'https://videos.example.org/watch?v=1';

let challenges: ChallengesTest;
let admin: Player;
beforeAll(async () => {
  challenges = await startChallengesTest();
  const { clock, db } = challenges.test;
  // Boards begin anew each Monday: what is compared here is of one week.
  while (clock.now().getUTCDay() !== 3) clock.advance(dayMs / 2);
  admin = await challenges.player({ role: 'SUPER_ADMIN', gamerCoins: 0 });
  await db.run(sql`
    insert into events (title, type, triggers, starts_at, ends_at, reward_amount)
    values ('Play', 'PLAY', '{COMPLETE_CHALLENGE,EARN_XP,REFER_FRIEND}', ${clock.now()}::timestamptz - interval '1 day',
      ${clock.now()}::timestamptz + interval '9 days', 10)`);
});
afterAll(async () => {
  const { proofs } = await auditLedger(challenges.test.db);
  expect(proofs.flatMap(({ breaches }) => breaches)).toEqual([]);
  await challenges.close();
});

/** Has everybody hear what was published, each word twice, the last one first. */
async function tellAll(): Promise<void> {
  const { db, app } = challenges.test;
  for (;;) {
    const jobs = await db.rows<{ name: string; payload: never }>(sql`
      with taken as (
        delete from graphile_worker._private_jobs jobs using graphile_worker._private_tasks tasks
        where tasks.id = jobs.task_id returning tasks.identifier as name, jobs.payload, jobs.id
      )
      select name, payload from taken where name <> 'read-attempt' order by id desc`);
    if (jobs.length === 0) return;
    for (const { name, payload } of [...jobs, ...jobs]) await (app.tasks[name] as Task)(payload);
  }
}

/** Somebody whom `friend` invited. */
async function invited(): Promise<{ player: Player; friend: Player }> {
  const [friend, player] = [await challenges.player(), await challenges.player()];
  const fact = { playerId: player.id, referrerId: friend.id, networkHash: randomUUID() };
  const at = challenges.test.clock.now().toISOString();
  await (challenges.test.app.tasks['player.signed-in'] as Task)({ ...fact, at } as never);
  return { player, friend };
}

type Ending = 'won' | 'lost' | 'cancelled' | 'private';

/** Enters, and has it end so. */
async function play(player: Player, ending: Ending): Promise<string> {
  const epicId = `epic-${player.id.slice(-8)}`;
  const { attemptId } = await challenges.enter(player, { epicId });
  if (ending === 'won' || ending === 'lost') {
    await challenges.playLater(attemptId, epicId, { kills: ending === 'won' ? 6 : 4 });
    if (ending === 'lost') await challenges.read(attemptId, 5);
  }
  if (ending === 'cancelled') for (const minutes of [45, 60]) await challenges.read(attemptId, minutes);
  if (ending === 'private') {
    const account = challenges.accounts.get(epicId);
    if (account) account.says = 'private';
    for (const minutes of [5, 15]) await challenges.read(attemptId, minutes);
    if (account) delete account.says;
  }
  return attemptId;
}

const call = (
  player: Player,
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
  key: string = randomUUID(),
) => challenges.test.call({ method, url, token: player.token, ...(payload && { payload, key }) });
const dispute = (player: Player, attemptId: string, payload: object = { words, link }, key?: string) =>
  call(player, 'POST', `/challenge/attempts/${attemptId}/dispute`, payload, key);
const state = async (player: Player, attemptId: string) =>
  (await call(player, 'GET', `/challenge/attempts/${attemptId}/dispute`)).json();
const decide = (disputeId: string, outcome: 'won' | 'upheld', { by = admin, key = randomUUID() } = {}) =>
  call(by, 'POST', `/challenge/disputes/${disputeId}/decide`, { outcome, answer: 'We looked at it' }, key);
const codeOf = async (answer: ReturnType<typeof call>) => {
  const { statusCode, json } = await answer;
  return [statusCode, json().code];
};
const list = async (query = ''): Promise<AdminDispute[]> =>
  (await call(admin, 'GET', `/challenge/disputes${query}`)).json().data;

async function disputed(ending: Ending) {
  const { player, friend } = await invited();
  const attemptId = await play(player, ending);
  const disputeId: string = (await dispute(player, attemptId)).json().data._id;
  return { player, friend, attemptId, disputeId };
}

/** All that a win brings, to its player and to who invited them. */
async function standing({ player, friend }: { player: Player; friend: Player }) {
  const [profile, streak, badges, performance, statement, friends] = await Promise.all(
    [
      '/auth/get-profile',
      '/leaderboard/streak',
      '/achievements',
      '/challenge/performance',
      '/transaction/history',
    ]
      .map((url) => call(player, 'GET', url))
      .concat(call(friend, 'GET', '/auth/get-profile')),
  ).then((answers) => answers.map((answer) => answer.json().data));
  const rewards = await challenges.test.db.rows(sql`
    select player_id = ${player.id} as is_own, trigger, amount, taken_back from event_rewards
    where player_id = any (${[player.id, friend.id]}) order by 1, 2`);
  const boards = await challenges.test.db.rows<{ board: string; xp: number }>(
    sql`select board, xp from board_scores where player_id = ${player.id} order by board`,
  );
  const { gamerCoins, xp, challengeStats } = profile;
  return {
    player: { gamerCoins, xp, challengeStats },
    balances: statement.summary.netBalance,
    friend: { gamerCoins: friends.gamerCoins, tokens: friends.referralTokens },
    boards,
    streak,
    achieved: badges
      .filter(
        (one: { _id: string; reachedAt: string | null }) => one.reachedAt && !/kills|top10/.test(one._id),
      )
      .map((one: { _id: string }) => one._id),
    performance: { totals: performance.totals, kinds: performance.kinds },
    rewards,
  };
}

describe('a result that people decide as won', () => {
  it.each([
    ['lost', 'before'],
    ['lost', 'after'],
    ['cancelled', 'before'],
    ['private', 'before'],
  ] as const)(
    'brings all that a win brings, after it was %s, which was told %s that, however often it is told',
    async (ending, told) => {
      const begin = challenges.test.clock.now();
      const winner = await invited();
      await play(winner.player, 'won');
      await tellAll();
      challenges.test.clock.set(begin);
      const { player, friend, attemptId, disputeId } = await disputed(ending);
      if (told === 'before') await tellAll();
      expect(await codeOf(decide(disputeId, 'won'))).toEqual([200, undefined]);
      await tellAll();
      const [theirs, his] = [await standing({ player, friend }), await standing(winner)];
      // What the match itself showed stays: a lost one with fewer kills, or none at all.
      const played = { matches: 0, kills: 0, top10: 0, firstPlaces: 0 };
      const plain = (one: Awaited<ReturnType<typeof standing>>) => ({
        ...one,
        performance: {
          totals: { ...one.performance.totals, ...played },
          kinds: one.performance.kinds.map((kind: object) => ({ ...kind, ...played })),
        },
      });
      expect(plain(theirs)).toEqual(plain(his));
      expect(theirs.player).toMatchObject({ gamerCoins: 1000 - 105 + 300 + 10, xp: 120 });
      expect(theirs).toMatchObject({ friend: { tokens: 1 }, achieved: ['finished-1', 'wins-1'] });
      expect(theirs.boards).toHaveLength(3);
      expect(theirs.boards[0]).toMatchObject({ xp: 120 });

      const receipt = await challenges.receipt(player, attemptId);
      const verdict = { lost: 'FAILED', cancelled: 'CANCELLED', private: 'FAILED' }[ending];
      expect(receipt).toMatchObject({
        attempt: {
          status: 'SUCCESS',
          reason: 'overturned',
          rewardGiven: 300,
          refundGC: 0,
          processingFeeGC: 0,
        },
        decision: { status: verdict },
        ruling: { outcome: 'won', answer: 'We looked at it' },
      });
      const news = (await call(player, 'GET', '/notifications')).json().data;
      expect(news.map(({ title }: { title: string }) => title)).toContain('Your dispute is decided: you won');
    },
  );

  it('is paid once, however many decide it at once, and not beside a voiding', async () => {
    const { player, attemptId, disputeId } = await disputed('lost');
    const other = await challenges.player({ role: 'SUPER_ADMIN' });
    const key = randomUUID();
    const answers = await Promise.all([
      decide(disputeId, 'won', { key }),
      decide(disputeId, 'won', { key }),
      decide(disputeId, 'won', { by: other }),
      decide(disputeId, 'upheld', { by: other }),
    ]);
    const codes = answers.map((answer) => answer.json().code ?? answer.json().data.outcome);
    expect(codes.filter((code) => code === 'dispute_decided').length).toBeGreaterThanOrEqual(2);
    const { outcome } = (await challenges.receipt(player, attemptId)).ruling ?? {};
    expect(await challenges.gamerCoins(player)).toBe(outcome === 'won' ? 1195 : 895);
    expect(codes).toContain(outcome);

    const beside = await disputed('cancelled');
    const voidIt = call(admin, 'POST', `/challenge/attempts/${beside.attemptId}/void`, { reason: 'Cheated' });
    await Promise.all([voidIt, decide(beside.disputeId, 'won')]);
    const { status, refundGC } = await challenges.attempt(beside.player, beside.attemptId);
    expect([status, await challenges.gamerCoins(beside.player)]).toEqual(
      status === 'SUCCESS' ? ['SUCCESS', 1195] : ['CANCELLED', refundGC === 105 ? 1000 : 990],
    );
  });

  it('is undone like any other win by a voiding, also where its word comes late', async () => {
    const { player, friend, attemptId, disputeId } = await disputed('lost');
    await tellAll();
    await decide(disputeId, 'won');
    await call(admin, 'POST', `/challenge/attempts/${attemptId}/void`, { reason: 'The recording was false' });
    await tellAll();
    const { player: left, boards, friend: theirs } = await standing({ player, friend });
    expect([left.gamerCoins, left.xp, theirs.tokens]).toEqual([1000, 0, 0]);
    expect(boards.filter((board) => board.xp !== 0)).toEqual([]);
    expect(await challenges.receipt(player, attemptId)).toMatchObject({
      attempt: { status: 'CANCELLED', reason: 'voided' },
      ruling: { outcome: 'won' },
      voided: { reason: 'The recording was false' },
    });
  });
});

describe('a dispute', () => {
  it('that is upheld moves nothing, and its player reads why', async () => {
    const { player, attemptId, disputeId } = await disputed('lost');
    expect(await codeOf(decide(disputeId, 'upheld'))).toEqual([200, undefined]);
    await tellAll();
    expect(await challenges.gamerCoins(player)).toBe(905);
    const receipt = await challenges.receipt(player, attemptId);
    expect(receipt).toMatchObject({ attempt: { status: 'FAILED' }, ruling: { outcome: 'upheld' } });
    expect((await state(player, attemptId)).data.dispute).toMatchObject({
      words,
      link,
      ruling: { answer: 'We looked at it' },
    });
    expect(await codeOf(dispute(player, attemptId))).toEqual([409, 'already_disputed']);
    expect(await codeOf(decide(disputeId, 'won'))).toEqual([409, 'dispute_decided']);
    const entry = await challenges.test.db.row(
      sql`select action, after, reason from admin_changes where subject = ${`attempt:${attemptId}`}`,
    );
    expect(entry).toEqual({
      action: 'dispute.decide',
      after: { outcome: 'upheld' },
      reason: 'We looked at it',
    });
  });

  it('is opened once, also by many at once, and a replay answers alike', async () => {
    const player = await challenges.player();
    const attemptId = await play(player, 'lost');
    expect((await state(player, attemptId)).data).toMatchObject({
      dispute: null,
      openUntil: expect.any(String),
    });
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => dispute(player, attemptId, { words }, key)));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await codeOf(dispute(player, attemptId))).toEqual([409, 'already_disputed']);
    const kept = await challenges.test.db.rows(sql`select answer::text from idempotent_answers
      where player_id = ${player.id}`);
    expect(JSON.stringify(kept)).not.toContain(words);
  });

  it('is for decided results of one’s own that were not won, for fourteen days', async () => {
    const [player, stranger] = [await challenges.player(), await challenges.player()];
    const { attemptId: running } = await challenges.enter(player, { epicId: 'still-running' });
    expect(await codeOf(dispute(player, running))).toEqual([409, 'result_not_disputable']);
    const won = await play(stranger, 'won');
    expect(await codeOf(dispute(stranger, won))).toEqual([409, 'result_not_disputable']);
    expect((await state(stranger, won)).data).toEqual({ dispute: null, openUntil: null });
    expect(await codeOf(dispute(player, won))).toEqual([404, 'not_found']);
    expect((await state(player, won)).code).toBe('not_found');
    const late = await challenges.player();
    const lost = await play(late, 'lost');
    challenges.test.clock.advance(14 * dayMs);
    expect(await codeOf(dispute(late, lost))).toEqual([409, 'dispute_too_late']);
    expect((await state(late, lost)).data).toEqual({ dispute: null, openUntil: null });
  });

  it('is refused where it says nothing, and beyond twenty in an hour', async () => {
    const player = await challenges.player();
    expect((await dispute(player, randomUUID(), { words: ' so so ' })).json().code).toBe('invalid_request');
    const codes = [];
    for (let asked = 0; asked < 20; asked++) codes.push((await dispute(player, randomUUID())).json().code);
    expect(codes.at(-1)).toBe('too_many_requests');
  });

  it('of an administrator is decided by somebody else', async () => {
    const player = await challenges.player({ role: 'SUPER_ADMIN' });
    const attemptId = await play(player, 'lost');
    const { _id } = (await dispute(player, attemptId)).json().data;
    expect(await codeOf(decide(_id, 'won', { by: player }))).toEqual([403, 'conflict_of_interest']);
    expect(await codeOf(decide(randomUUID(), 'won'))).toEqual([404, 'not_found']);
  });

  it('stands in the queue by the time that was promised, overdue ones first and marked', async () => {
    const first = await disputed('lost');
    challenges.test.clock.advance(3 * dayMs);
    const second = await disputed('lost');
    const ids = (rows: AdminDispute[]) => rows.map(({ _id }) => _id);
    const queue = await list('?status=waiting');
    const mine = queue.filter(({ _id }) => [first.disputeId, second.disputeId].includes(_id));
    expect(ids(mine)).toEqual([first.disputeId, second.disputeId]);
    expect(mine.map(({ isOverdue }) => isOverdue)).toEqual([true, false]);
    expect(mine[0]).toMatchObject({ words, link, winsGC: 300, attempt: { _id: first.attemptId } });
    expect(ids(await list('?status=overdue'))).not.toContain(second.disputeId);
    const { waiting, overdue } = (await call(admin, 'GET', '/challenge/waiting-disputes')).json().data;
    expect([waiting, overdue]).toEqual([queue.length, (await list('?status=overdue')).length]);
    await decide(first.disputeId, 'upheld');
    // Decided ones stand behind all that wait, whichever way it is sorted.
    for (const order of ['asc', 'desc']) {
      const all = ids(await list(`?sort=promisedBy&order=${order}&pageSize=100`));
      expect(all.indexOf(second.disputeId)).toBeLessThan(all.indexOf(first.disputeId));
    }
    expect(ids(await list('?status=upheld'))).toContain(first.disputeId);
    expect(await list('?search=nobody-is-called-so')).toEqual([]);
  });

  it('shows others what people decided, not what was said', async () => {
    const { player, attemptId, disputeId } = await disputed('lost');
    const share = await challenges.test.call({
      method: 'PUT',
      url: `/challenge/attempts/${attemptId}/share`,
      token: player.token,
      payload: {},
    });
    await decide(disputeId, 'won');
    const shared = await challenges.test.call({ url: `/challenge/shared/${share.json().data._id}` });
    expect(shared.json().data).toMatchObject({
      attempt: { status: 'SUCCESS' },
      decision: { status: 'FAILED' },
      ruling: { outcome: 'won', answer: '' },
    });
    expect(shared.body).not.toContain(words);
  });

  it('goes with the account of its player: what waits altogether, of the others the words', async () => {
    const waiting = await disputed('lost');
    const decided = await disputed('lost');
    await decide(decided.disputeId, 'upheld');
    for (const { player } of [waiting, decided]) {
      const gone = await call(player, 'POST', '/auth/delete-account', { confirmation: 'DELETE' });
      expect(gone.statusCode).toBe(200);
    }
    const rows = await challenges.test.db.rows(sql`
      select words, link, answer, outcome from disputes
      where id = any (${[waiting.disputeId, decided.disputeId]})`);
    expect(rows).toEqual([{ words: '', link: '', answer: '', outcome: 'upheld' }]);
    expect(await codeOf(decide(waiting.disputeId, 'won'))).toEqual([404, 'not_found']);
  });
});
