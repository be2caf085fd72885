// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FairPlayPlayer } from '../../../contract/fair-play-admin.ts';
import { type Player, startChallengesTest } from '../../../tests/support/challenges.ts';
import { readExport } from '../../../tests/support/data-export.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import type { DomainEventName, Task } from '../../platform/jobs/outbox.ts';
import { holdPlayers } from '../accounts/player-store.ts';
import { type CheckDeps, checkPlayers, checkTask } from './check-players.ts';

const minute = 60_000;
const challenges = openForTests(startChallengesTest);
let admin: Player;
beforeAll(async () => {
  admin = await challenges.player({ role: 'SUPER_ADMIN' });
});

const run = (task: string, payload: object = {}) =>
  (challenges.test.app.tasks[task] as Task)(payload as never);
/** Any event about the player that leads to a check. */
const tell = (name: DomainEventName, { id }: Player) =>
  run(name, {
    playerId: id,
    at: challenges.test.clock.now().toISOString(),
    attemptId: randomUUID(),
    paymentId: randomUUID(),
    networkHash: randomUUID(),
    referrerId: null,
    status: 'SUCCESS',
    xp: 0,
    packageTitle: 'GC_100',
    coins: 100,
    amountCents: 99,
  });
async function check(): Promise<void> {
  challenges.test.clock.advance(11 * minute);
  await run(checkTask);
}
const get = async (query = '', { token } = admin) =>
  (await challenges.test.call({ url: `/fair-play/players${query}`, token })).json();
const find = async ({ id }: Player): Promise<FairPlayPlayer | undefined> =>
  (await get('?pageSize=100')).data.find(({ user }: FairPlayPlayer) => user._id === id);
const dismiss = ({ id }: Player, by = admin, key: string = randomUUID()) =>
  challenges.test.call({
    method: 'POST',
    url: `/fair-play/players/${id}/dismiss`,
    token: by.token,
    key,
    payload: { reason: 'A known streamer' },
  });

/** Finished attempts of a player whose statistics make one win in eight likely; the last ones are won. */
async function play(
  player: Player,
  { finished, won, minutes = 15 }: { finished: number; won: number; minutes?: number },
): Promise<void> {
  const { db, clock } = challenges.test;
  for (let place = 0; place < finished; place++) {
    const startedAt = new Date(clock.now().getTime() - (finished - place) * 60 * minute);
    const isWon = place >= finished - won;
    const { id } = await db.one<{ id: string }>(sql`
      insert into attempts (player_id, challenge_id, challenge_description, variant_id, challenge_type, entry_fee_gc,
        reward_gc, required_placement, required_kills, epic_name, epic_account_key, rules, started_at, start_by, status,
        reason, next_reading_at)
      values (${player.id}, ${challenges.challengeId}, 'Test', ${randomUUID()}, 'TOP10_0KILL_SOLO', 0, 100, 10, 0, 'x',
        ${`epic-of-${player.id}`}, '{}', ${startedAt}, ${startedAt}, 'PENDING', 'awaiting-match', ${startedAt})
      returning id`);
    await db.run(sql`
      insert into attempt_readings (attempt_id, number, kind, taken_at, matches, wins, top10, top25, kills, minutes_played)
      values (${id}, 0, 'stats', ${startedAt}, 80, 2, 10, 20, 80, 800),
        (${id}, 1, 'stats', ${startedAt}::timestamptz + interval '30 minutes', 81, 2, 11, 21, 81, ${800 + minutes})`);
    await db.run(sql`
      update attempts set status = ${isWon ? 'SUCCESS' : 'FAILED'}, reason = 'conditions-met', next_reading_at = null,
        completed_at = started_at + interval '30 minutes', decided_by_reading = 1, reward_given_gc = ${isWon ? 100 : 0}
      where id = ${id}`);
  }
}

describe('a sign of cheating', () => {
  it('is far more wins than the statistics predict, not a lucky day', { tags: ['long'] }, async () => {
    const [cheat, lucky, good] = [
      await challenges.player(),
      await challenges.player(),
      await challenges.player(),
    ];
    await play(cheat, { finished: 12, won: 11 });
    await play(lucky, { finished: 4, won: 4 });
    await play(good, { finished: 16, won: 4 });
    for (const player of [cheat, lucky, good]) await tell('challenge.finished', player);
    expect(await find(cheat)).toBeUndefined();
    await check();
    const found = await find(cheat);
    expect(found).toMatchObject({ finished: 12, won: 11, expected: 1.5, winningsGC: 1100 });
    expect(found?.signals.map(({ kind }) => kind)).toEqual(['win_rate']);
    expect(found?.excess).toBeCloseTo((11 - 1.5) / Math.sqrt((12 * 7) / 64));
    expect(found?.openSince).not.toBeNull();
    for (const player of [lucky, good])
      expect(await find(player)).toMatchObject({ signals: [], openSince: null });
    const ranked = (await get('?sort=excess')).data.map(({ user }: FairPlayPlayer) => user._id);
    expect(ranked.indexOf(cheat.id)).toBe(0);
    const queue = (await get('?status=open')).data;
    expect(queue.map(({ user }: FairPlayPlayer) => user._id)).toEqual([cheat.id]);
  });

  it('is a shared card, Epic account or network, for everyone who shares it', async () => {
    const [one, other] = [await challenges.player(), await challenges.player()];
    const { db, clock } = challenges.test;
    for (const { id } of [one, other]) {
      await db.run(sql`
        insert into payments (player_id, package_title, coins, xp, amount_cents, created_at, card_fingerprint_hash)
        values (${id}, 'GC_100', 100, 9, 99, now(), '\\x0102030405')`);
      await db.run(sql`insert into sign_in_networks values (${id}, 'a-keyed-hash', ${clock.now()})`);
    }
    await play(one, { finished: 1, won: 0 });
    await play(other, { finished: 1, won: 0 });
    await db.run(sql`
      update attempts set epic_account_key = 'theirs' where player_id = any (${[one.id, other.id]}::uuid[])`);
    await tell('payment.credited', one);
    await check();
    for (const [player, theirs] of [
      [one, other],
      [other, one],
    ] as const) {
      const found = await find(player);
      expect(found).toMatchObject({ sharedCards: 1, sharedAccounts: 1, sharedNetworks: 1, score: 60 });
      expect(found?.signals.map(({ kind }) => kind)).toEqual([
        'shared_account',
        'shared_card',
        'shared_network',
      ]);
      expect(found?.signals.map(({ others }) => others)).toEqual([[theirs.id], [theirs.id], [theirs.id]]);
      expect(found?.signals.at(-1)?.hashes).toEqual([expect.stringMatching(/^[0-9a-f]{8}$/)]);
    }
    expect(JSON.stringify(await get())).not.toContain('a-keyed-hash');
  });

  it('is more match minutes than time passed, or a win that came too soon', async () => {
    const player = await challenges.player();
    await play(player, { finished: 1, won: 0, minutes: 90 });
    await play(player, { finished: 1, won: 1, minutes: 2 });
    await play(player, { finished: 1, won: 0, minutes: 2 });
    await play(player, { finished: 1, won: 1, minutes: 40 });
    await tell('challenge.finished', player);
    await check();
    const [signal] = (await find(player))?.signals ?? [];
    expect(signal).toMatchObject({ kind: 'impossible_time', points: 45 });
    expect(signal?.attempts).toHaveLength(2);
    expect(signal?.text).toMatch(
      /^(Stats show 90 minutes of matches|Finished in the top 10 of a match of 2 minutes)/,
    );
  });
});

describe('the fair play queue', () => {
  it('removes a player dismissed with a reason, and lists them again only for new signs', async () => {
    const player = await challenges.player();
    await play(player, { finished: 10, won: 6 });
    await tell('challenge.finished', player);
    await check();
    const { score = 0 } = (await find(player)) ?? {};
    const key = randomUUID();
    const answers = await Promise.all([dismiss(player, admin, key), dismiss(player, admin, key)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await dismiss(player)).json().code).toBe('anomaly_not_open');
    const changes = await challenges.test.db.rows(sql`
      select action, before ->> 'score' as score, reason from admin_changes where subject = ${`user:${player.id}`}`);
    expect(changes).toEqual([{ action: 'fair-play.dismiss', score: `${score}`, reason: 'A known streamer' }]);
    await tell('challenge.finished', player);
    await check();
    expect(await find(player)).toMatchObject({ score, openSince: null });
    await play(player, { finished: 6, won: 6 });
    await tell('challenge.finished', player);
    await check();
    expect((await find(player))?.openSince).not.toBeNull();
  });

  it('refuses dismissing oneself or an unknown player', async () => {
    const cheat = await challenges.player({ role: 'SUPER_ADMIN' });
    await play(cheat, { finished: 10, won: 9 });
    await tell('challenge.finished', cheat);
    await check();
    expect((await dismiss(cheat, cheat)).json().code).toBe('conflict_of_interest');
    expect((await dismiss({ id: randomUUID(), token: '' })).json().code).toBe('not_found');
  });

  it('checks each player once under concurrency, and skips deleted players', async () => {
    const [player, gone] = [await challenges.player(), await challenges.player()];
    await play(player, { finished: 9, won: 8 });
    for (const one of [player, player, gone]) await tell('player.signed-in', one);
    const { db } = challenges.test;
    await db.run(sql`update players set deleted_at = now() where id = ${gone.id}`);
    expect((await db.rows(sql`select from fair_play_checks where player_id = ${player.id}`)).length).toBe(1);
    await run(checkTask);
    // Not before its time.
    expect(await find(player)).toBeUndefined();
    challenges.test.clock.advance(11 * minute);
    await Promise.all([run(checkTask), run(checkTask), run(checkTask)]);
    expect(await find(player)).toMatchObject({ won: 8 });
    expect(await find(gone)).toBeUndefined();
    expect(await db.rows(sql`select from fair_play_checks`)).toEqual([]);
  });

  it('continues past a player whose record cannot be read, and retries later', async () => {
    const [broken, player] = [await challenges.player(), await challenges.player()];
    for (const one of [broken, player]) await tell('player.signed-in', one);
    const { db, clock } = challenges.test;
    clock.advance(11 * minute);
    await db.run(
      sql`update fair_play_checks set due_at = due_at - interval '1 minute' where player_id = ${broken.id}`,
    );
    const unusual = { finished: 9, won: 8, expected: 1, winningsGC: 800, impossible: [] };
    const sources = {
      playRecord: async (_tx: unknown, playerId: string) => {
        if (playerId === broken.id) throw new Error('statement timeout');
        return unusual;
      },
      sharedCards: async () => [],
      sharedAccounts: async () => [],
      sharedNetworks: async () => [],
    } as unknown as CheckDeps['sources'];
    const deps = { db, clock, holdPlayers, sources };
    await expect(checkPlayers(deps)).rejects.toThrow('statement timeout');
    expect(await db.rows(sql`select player_id from fair_play_checks`)).toEqual([{ playerId: broken.id }]);
    // Postponed, or the job would never get past the same players.
    await checkPlayers(deps);
    await check();
    expect(await db.rows(sql`select from fair_play_checks`)).toEqual([]);
  });

  it("exports a player's signs without the other players involved, and deletes them with the account", {
    tags: ['long'],
  }, async () => {
    const player = await challenges.player();
    await play(player, { finished: 9, won: 8 });
    await tell('challenge.finished', player);
    await check();
    const { token } = player;
    const { fairPlay } = await readExport(challenges.test, token);
    expect(fairPlay).toMatchObject([{ won: 8, reasons: [expect.stringMatching(/^Won 8 of 9/)] }]);
    const payload = { confirmation: 'DELETE' };
    const url = '/auth/delete-account';
    expect((await challenges.test.call({ method: 'POST', url, token, payload })).statusCode).toBe(200);
    expect(await find(player)).toBeUndefined();
  });

  it('can be searched, sorted by each figure, and read with permission only', async () => {
    for (const sort of ['score', 'excess', 'winnings', 'sharedCards', 'sharedAccounts', 'sharedNetworks'])
      expect((await get(`?sort=${sort}&order=asc`)).data.length).toBeGreaterThan(3);
    expect((await get('?search=nobody-is-called-so')).data).toEqual([]);
    expect((await get('', await challenges.player())).code).toBe('forbidden');
  });
});
