// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyDraw } from '../../../contract/draw.ts';
import type { Giveaway } from '../../../contract/giveaways.ts';
import type { AdminGiveaway } from '../../../contract/giveaways-admin.ts';
import { startTestApp } from '../../../tests/support/app.ts';
import { createPlayer, handleOf } from '../../../tests/support/factories.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { auditLedger } from '../../audit.ts';
import { getBalances } from '../../ledger/balances.ts';
import { outsideTransaction } from '../../platform/db/second-connection.ts';
import type { Task } from '../../platform/jobs/outbox.ts';
import { withdrawEntries } from './giveaway-entry-store.ts';

const hourMs = 3_600_000;
const test = openForTests(startTestApp);
let admin: string;

beforeAll(async () => {
  admin = await test.signIn((await createPlayer(test.db, { role: 'ADMIN' })).id);
});

const inHours = (hours: number) => new Date(test.clock.now().getTime() + hours * hourMs).toISOString();

function input(parts: Record<string, unknown> = {}) {
  return {
    title: 'Friday drop',
    prizeType: 'GC',
    prizeAmount: 50,
    startDate: inHours(-1),
    endDate: inHours(2),
    winnerCount: 2,
    ...parts,
  };
}

async function ask(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  { payload, token = admin, key = randomUUID() }: { payload?: object; token?: string; key?: string } = {},
) {
  const response = await test.call({ method, url, token, key, ...(payload && { payload }) });
  const { data, code, message } = response.json();
  return { status: response.statusCode, data, code, message };
}

async function create(parts: Record<string, unknown> = {}): Promise<AdminGiveaway> {
  const { status, data, message } = await ask('POST', '/giveaways/create', { payload: input(parts) });
  expect(status, message).toBe(200);
  return data;
}

async function player() {
  const { id } = await createPlayer(test.db);
  return { id, token: await test.signIn(id) };
}
const players = (count: number) => Promise.all(Array.from({ length: count }, player));
const enter = (id: string, token: string, key?: string) =>
  ask('POST', `/giveaways/${id}/enter`, { token, ...(key && { key }) });
const sweep = () => (test.app.tasks['draw-giveaways'] as Task)({} as never);
const coins = async (playerId: string) => (await getBalances(test.db, playerId)).gamerCoins;
const seen = async (id: string, token: string): Promise<Giveaway> =>
  (await ask('GET', '/giveaways', { token })).data.find(({ _id }: Giveaway) => _id === id);

describe('a giveaway entry', () => {
  it('is free and made once per player, however many concurrent requests', { tags: ['long'] }, async () => {
    const { _id } = await create();
    const [one, other] = [await player(), await player()];
    const key = randomUUID();
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => enter(_id, one.token, key)),
      ...Array.from({ length: 5 }, () => enter(_id, one.token)),
      enter(_id, other.token),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(11).fill(200));
    const mine = await seen(_id, one.token);
    expect(mine).toMatchObject({ participants: 2, phase: 'active', hasWon: false });
    expect(mine.myEntry).toMatch(/^[0-9a-f-]{36}$/);
    expect((await seen(_id, other.token)).myEntry).not.toBe(mine.myEntry);
    const kept = await test.db.rows(sql`select from idempotent_answers where player_id = ${one.id}`);
    expect(kept).toHaveLength(1);
  });

  it('is refused before, after, while inactive, and for administrators', async () => {
    const { token } = await player();
    const early = await create({ startDate: inHours(1) });
    const off = await create({ isActive: false });
    const over = await create({ startDate: inHours(-2), endDate: inHours(-1) });
    for (const { _id } of [early, off, over]) {
      expect(await enter(_id, token)).toMatchObject({ status: 409, code: 'giveaway_closed' });
    }
    expect(await enter((await create())._id, admin)).toMatchObject({
      status: 403,
      code: 'giveaway_not_for_administrators',
    });
    expect(await enter(randomUUID(), token)).toMatchObject({ status: 404 });
  });
});

describe('a change by an administrator', () => {
  it('is replayed with its entrants, although the stored answer contains none', async () => {
    const { _id, startDate, endDate } = await create();
    const { id, token } = await player();
    await enter(_id, token);
    const change = { key: randomUUID(), payload: input({ startDate, endDate, isActive: false }) };
    const first = await ask('PUT', `/giveaways/update/${_id}`, change);
    expect(first.data.participants).toMatchObject([
      { playerId: id, name: 'Test Player', handle: await handleOf(test.db, { id }) },
    ]);
    expect(await ask('PUT', `/giveaways/update/${_id}`, change)).toEqual(first);
    const kept = await test.db.row(sql`select answer from idempotent_answers where key = ${change.key}`);
    expect(kept).toEqual({ answer: { _id } });
  });
});

describe('a giveaway draw', () => {
  it('continues past a giveaway that cannot be drawn', async () => {
    const [stuck, next] = [await create({ endDate: inHours(1) }), await create()];
    await test.db.run(sql`
      with unpayable as (
        insert into players (name, email, referral_code) values ('No wallet', '', 'NOWALLET') returning id
      )
      insert into giveaway_entries (giveaway_id, player_id, entered_at)
      select ${stuck._id}, id, now() from unpayable`);
    test.clock.advance(2 * hourMs);
    await expect(sweep()).rejects.toThrow('wallet');
    expect((await ask('GET', `/giveaways/${next._id}/draw`)).status).toBe(200);
    await test.db.run(sql`update giveaways set deleted_at = now() where id = ${stuck._id}`);
  });

  it('waits for accounts being deleted, so that the published list stays verifiable', async () => {
    const { _id } = await create({ winnerCount: 1 });
    const entrants = await players(3);
    for (const { token } of entrants) await enter(_id, token);
    test.clock.advance(2 * hourMs);
    let drawing: Promise<unknown> | undefined;
    await test.db.transaction(async (tx) => {
      for (const { id } of entrants.slice(1)) await withdrawEntries(tx, id);
      drawing = outsideTransaction(sweep);
      const isWaiting = async () =>
        (await test.db.row(sql`
          select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)) ??
        (await test.db.row(sql`select from giveaways where id = ${_id} and drawn_at is not null`));
      while (!(await outsideTransaction(isWaiting)));
    });
    await drawing;
    const { data } = await ask('GET', `/giveaways/${_id}/draw`);
    expect(data.entrants).toHaveLength(1);
    expect((await verifyDraw(data)).filter(({ isRight }) => !isRight)).toEqual([]);
  });

  it('pays the promised number of winners once, and anyone can verify it', { tags: ['long'] }, async () => {
    const { _id, commitment } = await create();
    const entrants = await players(7);
    for (const { token } of entrants) await enter(_id, token);
    expect(await ask('GET', `/giveaways/${_id}/draw`)).toMatchObject({ code: 'giveaway_not_drawn' });
    test.clock.advance(2 * hourMs);
    expect(await enter(_id, (await player()).token)).toMatchObject({ code: 'giveaway_closed' });
    await Promise.all(Array.from({ length: 5 }, sweep));
    await sweep();

    const paid = await Promise.all(entrants.map(({ id }) => coins(id)));
    expect(paid.toSorted()).toEqual([0, 0, 0, 0, 0, 50, 50]);
    const response = await test.call({ url: `/giveaways/${_id}/draw` });
    const record = response.json().data;
    expect(record).toMatchObject({ commitment, terms: { title: 'Friday drop', prizeAmount: 50 } });
    expect(record.entrants).toHaveLength(7);
    expect((await verifyDraw(record)).map(({ isRight }) => isRight)).toEqual([true, true, true, true]);
    for (const [place, { token }] of entrants.entries()) {
      const own = await seen(_id, token);
      expect(own).toMatchObject({ isCompleted: true, phase: 'finished', hasWon: paid[place] === 50 });
      expect(record.winners.includes(own.myEntry)).toBe(paid[place] === 50);
    }
    const shown = async (): Promise<AdminGiveaway | undefined> =>
      (await ask('GET', '/giveaways/all')).data.find((row: AdminGiveaway) => row._id === _id);
    const winners = (await shown())?.participants.filter(({ hasWon }) => hasWon) ?? [];
    expect(winners).toHaveLength(2);
    const handles = await Promise.all(winners.map(({ playerId }) => handleOf(test.db, { id: playerId })));
    expect(record.winnerPlayers.map(({ handle }: { handle: string }) => handle)).toEqual(handles);
    // For a winner whose account is deleted, it only shows that they won.
    const gone = entrants.find(({ id }) => id === winners[0]?.playerId);
    const payload = { confirmation: 'DELETE' };
    await test.call({ method: 'POST', url: '/auth/delete-account', token: gone?.token ?? '', payload });
    expect((await shown())?.participants[0]).toMatchObject({
      name: 'Former player',
      handle: '',
      hasWon: true,
    });
    const { winnerPlayers } = (await ask('GET', `/giveaways/${_id}/draw`)).data;
    expect(winnerPlayers).toMatchObject([{ handle: 'Former player', avatar: null }, { handle: handles[1] }]);
  });

  it('lets everybody win with fewer entrants than prizes, and nobody without entrants', async () => {
    const few = await create({ winnerCount: 5, prizeType: 'XP', prizeAmount: 30 });
    const none = await create();
    const { id, token } = await player();
    await enter(few._id, token);
    test.clock.advance(2 * hourMs);
    await sweep();
    expect((await getBalances(test.db, id)).xp).toBe(30);
    expect(await seen(none._id, token)).toMatchObject({ isCompleted: true, participants: 0 });
    const record = (await test.call({ url: `/giveaways/${none._id}/draw` })).json().data;
    expect((await verifyDraw(record)).every(({ isRight }) => isRight)).toBe(true);
  });

  it('waits for entries in progress and includes each of them', { tags: ['long'] }, async () => {
    const { _id } = await create({ winnerCount: 1000 });
    const entrants = await players(30);
    const entering = Promise.all(entrants.map(({ token }) => enter(_id, token)));
    const ended = new Date(test.clock.now().getTime() + 2 * hourMs);
    await test.db.transaction(async (tx) => {
      await tx.row(sql`select from giveaways where id = ${_id} for no key update`);
    });
    const answers = await entering;
    test.clock.set(ended);
    await sweep();
    const entered = answers.filter(({ status }) => status === 200).length;
    const paid = await Promise.all(entrants.map(({ id }) => coins(id)));
    expect(paid.filter((amount) => amount === 50)).toHaveLength(entered);
  });

  it('also runs when the giveaway was deactivated after players entered', async () => {
    const { _id } = await create();
    const { id, token } = await player();
    await enter(_id, token);
    expect(
      await ask('PUT', `/giveaways/update/${_id}`, {
        payload: { ...(await seen(_id, token)), isActive: false },
      }),
    ).toMatchObject({ status: 200 });
    test.clock.advance(2 * hourMs);
    await sweep();
    expect(await coins(id)).toBe(50);
  });
});

describe('the terms of a giveaway', () => {
  it('may change, with a new commitment, until somebody enters', async () => {
    const { _id, commitment } = await create();
    const payload = input({ prizeAmount: 70 });
    const changed = await ask('PUT', `/giveaways/update/${_id}`, { payload });
    expect(changed).toMatchObject({ message: 'Updated successfully', data: { prizeAmount: 70 } });
    expect(changed.data.commitment).not.toBe(commitment);

    await enter(_id, (await player()).token);
    const frozen = { status: 409, code: 'giveaway_frozen' };
    for (const parts of [
      { title: 'Other' },
      { prizeAmount: 1 },
      { winnerCount: 9 },
      { endDate: inHours(9) },
    ]) {
      expect(
        await ask('PUT', `/giveaways/update/${_id}`, { payload: { ...payload, ...parts } }),
      ).toMatchObject(frozen);
    }
    expect(await ask('DELETE', `/giveaways/delete/${_id}`)).toMatchObject(frozen);
    await expect(test.db.run(sql`update giveaways set prize_amount = 1 where id = ${_id}`)).rejects.toThrow(
      'fixed',
    );
    const off = await ask('PUT', `/giveaways/update/${_id}`, { payload: { ...payload, isActive: false } });
    expect(off.data).toMatchObject({ isActive: false, commitment: changed.data.commitment });
  });

  it('can be deleted with their giveaway until somebody enters', async () => {
    const { _id } = await create();
    expect(await ask('DELETE', `/giveaways/delete/${_id}`)).toMatchObject({
      message: 'Deleted successfully',
    });
    expect(await ask('DELETE', `/giveaways/delete/${_id}`)).toMatchObject({ status: 404 });
  });

  it.each([
    [{ title: '' }, 'Title is required'],
    [{ prizeAmount: 0 }, 'Prize amount can’t be 0: enter a whole number from 1 to 1,000,000'],
    [{ winnerCount: undefined }, 'Winner count is required'],
    [{ endDate: undefined }, 'End date is required'],
    [
      { startDate: '2026-01-02T00:00:00Z', endDate: '2026-01-01T00:00:00Z' },
      'The end must be after the start',
    ],
  ])('are refused for %o: %s', async (parts, message) => {
    const answer = await ask('POST', '/giveaways/create', { payload: input(parts) });
    expect(answer.status).toBe(400);
    expect(answer.message).toContain(message);
  });
});

it('a draw cannot be changed, and the ledger passes its audit', async () => {
  await expect(test.db.run(sql`delete from giveaway_entries where won_as is not null`)).rejects.toThrow(
    'drawn',
  );
  await expect(test.db.run(sql`update giveaway_entries set won_as = 1`)).rejects.toThrow('drawn');
  const { proofs } = await auditLedger(test.db);
  expect(proofs.filter(({ breaches }) => breaches.length > 0)).toEqual([]);
});
