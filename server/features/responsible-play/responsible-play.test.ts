import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { termsVersion } from '../../../contract/terms.ts';
import type { TestApp } from '../../../tests/support/app.ts';
import { type ChallengesTest, type Player, startChallengesTest } from '../../../tests/support/challenges.ts';
import { type Buyer, type CoinsTest, startCoinsTest } from '../../../tests/support/coins.ts';
import { meanwhile } from '../../../tests/support/meanwhile.ts';
import { insertPause, lockPlay } from './play-store.ts';

const dayMs = 24 * 3_600_000;

/** Calls of responsible play at `app`, as [status, code or data]. */
function calls(app: () => TestApp) {
  const send =
    (method: 'POST' | 'PUT', url: string) =>
    async ({ token }: { token: string }, payload: object): Promise<[number, unknown]> => {
      const answer = await app().call({ method, url, token, key: randomUUID(), payload });
      const { code, data } = answer.json();
      return [answer.statusCode, code ?? data];
    };
  return {
    state: send('POST', '/play/statement'),
    pause: send('POST', '/play/pause'),
    accept: send('POST', '/play/terms'),
    limit: send('PUT', '/play/limits'),
    publish: send('POST', '/play-rules'),
    correct: (by: { token: string }, userId: string, payload: object) =>
      send('PUT', `/super-admin/users/${userId}/play-statement`)(by, payload),
    async play({ token }: { token: string }) {
      return (await app().call({ url: '/play', token })).json().data;
    },
  };
}

describe('where rules are demanded', () => {
  let challenges: ChallengesTest;
  let boss: Player;
  const { state, accept, publish, correct, play } = calls(() => challenges.test);
  const refusedAs = async (player: Player) => (await challenges.enter(player)).code;
  const open = { isAllowed: true, minAge: null };
  let version = 0;
  const rules = (elsewhere: object, regions: object[] = [], validFrom: string | null = null) => ({
    knownVersion: version,
    validFrom,
    elsewhere,
    regions,
    reason: 'As counsel says',
  });
  async function set(...asked: Parameters<typeof rules>): Promise<void> {
    expect((await publish(boss, rules(...asked)))[0]).toBe(200);
    version++;
  }
  async function ready(): Promise<Player> {
    const player = await challenges.player();
    await accept(player, { version: termsVersion });
    return player;
  }

  beforeAll(async () => {
    challenges = await startChallengesTest({ config: { arePlayRulesDemanded: true } });
    boss = await challenges.player({ role: 'SUPER_ADMIN' });
  });
  afterAll(() => challenges?.close());

  it('nobody enters before the operator has set them, in practice neither, and it costs nothing', async () => {
    const player = await ready();
    expect(await challenges.enter(player)).toMatchObject({ status: 403, code: 'play_rules_missing' });
    expect(await challenges.enter(player, { isPractice: true })).toMatchObject({
      code: 'play_rules_missing',
    });
    expect(await challenges.gamerCoins(player)).toBe(1000);
    expect((await play(player)).refusal.code).toBe('play_rules_missing');
    await set(open);
    expect((await challenges.enter(player)).status).toBe(200);
  });

  it('nobody enters who has not accepted the terms, in the version of now', async () => {
    const player = await challenges.player();
    expect(await refusedAs(player)).toBe('terms_not_accepted');
    expect(await accept(player, { version: 'older' })).toEqual([409, 'terms_outdated']);
    await challenges.test.db.run(sql`
      insert into terms_acceptances values (${player.id}, 'older', ${challenges.test.clock.now()})`);
    expect(await refusedAs(player)).toBe('terms_not_accepted');
    challenges.test.clock.advance(1000);
    const [, { at }] = (await accept(player, { version: termsVersion })) as [number, { at: string }];
    challenges.test.clock.advance(1000);
    expect(await accept(player, { version: termsVersion })).toEqual([200, { version: termsVersion, at }]);
    expect(await refusedAs(player)).toBeUndefined();
  });

  it('rules hold from their day on, and each version stays to be read', async () => {
    const { clock, db } = challenges.test;
    const player = await ready();
    const tomorrow = new Date(clock.now().getTime() + dayMs).toISOString();
    await set({ isAllowed: false, minAge: null }, [], tomorrow);
    expect((await play(player)).refusal).toBeNull();
    expect(await publish(boss, { ...rules(open), knownVersion: version - 1 })).toEqual([
      409,
      'changed_meanwhile',
    ]);
    const yesterday = new Date(clock.now().getTime() - dayMs).toISOString();
    expect(await publish(boss, rules(open, [], yesterday))).toEqual([409, 'play_rules_past']);
    clock.advance(dayMs);
    const late = { ...player, token: await challenges.test.signIn(player.id) };
    expect(await refusedAs(late)).toBe('play_region_closed');
    boss = { ...boss, token: await challenges.test.signIn(boss.id) };
    await set(open);
    expect(await refusedAs(late)).toBeUndefined();
    await expect(db.run(sql`update play_rules set reason = ''`)).rejects.toThrow('append-only');
    const { action, subject } = await db.one<{ action: string; subject: string }>(
      sql`select action, subject from admin_changes order by id desc limit 1`,
    );
    expect([action, subject]).toEqual(['play-rules.publish', `play-rules:${version}`]);
  });

  it('of two versions that are published at once one is refused, and a replay publishes nothing', async () => {
    const both = await Promise.all([1, 2].map(() => publish(boss, rules(open))));
    expect(both.map(([status]) => status).sort()).toEqual([200, 409]);
    version++;
    const key = randomUUID();
    const again = () =>
      challenges.test.call({
        method: 'POST',
        url: '/play-rules',
        token: boss.token,
        key,
        payload: rules(open),
      });
    const first = (await again()).json().data;
    expect((await again()).json().data).toEqual(first);
    version++;
  });

  it('who is too young, lives elsewhere or says nothing is refused; what was said once stays', async () => {
    await set({ isAllowed: true, minAge: 18 }, [{ region: 'US-WA', isAllowed: false, minAge: null }]);
    const [silent, child, far, adult] = [await ready(), await ready(), await ready(), await ready()];
    expect(await refusedAs(silent)).toBe('play_statement_missing');
    const year = challenges.test.clock.now().getUTCFullYear();
    await state(child, { birthDate: `${year - 10}-01-01`, region: 'DE' });
    expect(await refusedAs(child)).toBe('play_too_young');
    expect(await state(child, { birthDate: '1980-01-01', region: 'DE' })).toEqual([
      409,
      'play_stated_already',
    ]);
    await state(far, { birthDate: '1980-01-01', region: 'US-WA' });
    expect(await refusedAs(far)).toBe('play_region_closed');
    expect((await state(adult, { birthDate: '1980-01-01', region: 'DE' }))[0]).toBe(200);
    expect((await state(adult, { birthDate: '1980-01-01', region: 'DE' }))[0]).toBe(200);
    expect(await refusedAs(adult)).toBeUndefined();
    for (const wrong of [
      { birthDate: '1980-02-30', region: 'DE' },
      { birthDate: '1880-01-01', region: 'DE' },
      { birthDate: `${year + 2}-01-01`, region: 'DE' },
      { birthDate: '1980-01-01', region: 'US' },
      { birthDate: '1980-01-01', region: 'ZZ' },
    ]) {
      expect(await state(silent, wrong)).toEqual([400, 'invalid_request']);
    }
    const reason = { reason: 'A passport was shown' };
    const right = { birthDate: '1980-01-01', region: 'DE', ...reason };
    expect(await correct(child, far.id, right)).toEqual([403, 'forbidden']);
    expect(await correct(boss, boss.id, right)).toEqual([409, 'own_account']);
    expect(await correct(boss, randomUUID(), right)).toEqual([404, 'not_found']);
    expect((await correct(boss, far.id, right))[0]).toBe(200);
    expect(await refusedAs(far)).toBeUndefined();
    const change = await challenges.test.db.one(sql`
      select action, before, after, reason from admin_changes where subject = ${`user:${far.id}`}`);
    expect(change).toEqual({
      action: 'user.correct-play-statement',
      before: { birthDate: '1980-01-01', region: 'US-WA' },
      after: { birthDate: '1980-01-01', region: 'DE' },
      ...reason,
    });
    await set(open);
  });
});

describe('where nobody set any', () => {
  let coins: CoinsTest;
  let packageId: string;
  const { pause, limit, play } = calls(() => coins.test);
  const order = async (buyer: Buyer) => {
    const { status, code } = await coins.createIntent(buyer, { packageId });
    return code ?? status;
  };
  const payments = (amount: number | null, period = 'day') => ({ kind: 'payment', period, amount });

  beforeAll(async () => {
    coins = await startCoinsTest();
    // 900 cents.
    packageId = await coins.addPackage();
  });
  afterAll(() => coins?.close());

  it('everybody pays, and limits are what a player sets', async () => {
    const buyer = await coins.buyer();
    expect((await play(buyer)).refusal).toBeNull();
    expect(await order(buyer)).toBe(200);
    await limit(buyer, payments(2000));
    expect(await order(buyer)).toBe(200);
    const refused = await coins.createIntent(buyer, { packageId });
    expect(refused).toMatchObject({ status: 409, code: 'spending_limit_reached' });
    expect(refused.message).toContain('$20.00 in 24 hours; $2.00 are left');
    expect((await play(buyer)).limits[0]).toMatchObject({ ...payments(2000), spent: 1800, next: null });
    // Looser after a day only; by then what was spent is more than a day ago as well.
    const [, { next }] = (await limit(buyer, payments(null))) as [number, { next: { amount: null } }];
    expect(next.amount).toBeNull();
    expect(await order(buyer)).toBe('spending_limit_reached');
    await limit(buyer, { ...payments(1800), period: 'week' });
    coins.clock.advance(dayMs);
    const later = { ...buyer, token: await coins.test.signIn(buyer.id) };
    expect(await order(later)).toBe('spending_limit_reached');
    coins.clock.advance(6 * dayMs);
    expect(await order({ ...buyer, token: await coins.test.signIn(buyer.id) })).toBe(200);
  });

  it('a limit holds exactly for many orders at once, each replay of one that went through answers it', async () => {
    const buyer = await coins.buyer();
    await limit(buyer, payments(2 * 900));
    const orders = await Promise.all(Array.from({ length: 8 }, () => order(buyer)));
    expect(orders.filter((outcome) => outcome === 200)).toHaveLength(2);
    expect(orders.filter((outcome) => outcome === 'spending_limit_reached')).toHaveLength(6);
    const other = await coins.buyer();
    await limit(other, payments(900));
    const key = randomUUID();
    const same = await Promise.all(
      Array.from({ length: 6 }, () => coins.createIntent(other, { packageId }, key)),
    );
    expect(same.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(new Set(same.map(({ paymentId }) => paymentId)).size).toBe(1);
  });

  it('a pause bites at once, withdraws what was begun, and nothing ends it early', async () => {
    const buyer = await coins.buyer();
    const { paymentId } = await coins.createIntent(buyer, { packageId });
    const [, { until }] = (await pause(buyer, { lasts: '7-days' })) as [number, { until: string }];
    expect(await order(buyer)).toBe('play_paused');
    await coins.test.app.tasks['play.paused']?.({ playerId: buyer.id } as never);
    await coins.test.app.tasks['play.paused']?.({ playerId: buyer.id } as never);
    expect((await coins.payment(buyer, paymentId)).status).toBe('failed');
    expect(await pause(buyer, { lasts: '1-day' })).toEqual([200, { until }]);
    expect((await play(buyer)).pausedUntil).toBe(until);
    const [, longer] = (await pause(buyer, { lasts: '30-days' })) as [number, { until: string }];
    expect(longer.until > until).toBe(true);
    coins.clock.advance(30 * dayMs);
    expect(await order({ ...buyer, token: await coins.test.signIn(buyer.id) })).toBe(200);
  });

  it('an order that comes while a pause is being written waits for it, and is refused', async () => {
    const buyer = await coins.buyer();
    const now = coins.clock.now();
    const ordered = await meanwhile(
      coins.db,
      async (tx) => {
        await lockPlay(tx, buyer.id);
        await insertPause(tx, { playerId: buyer.id, beganAt: now, until: new Date(now.getTime() + dayMs) });
      },
      () => order(buyer),
    );
    expect(ordered).toBe('play_paused');
  });

  it('takes no limit that is none', async () => {
    const buyer = await coins.buyer();
    for (const wrong of [-1, 1.5, '5', 1e13]) {
      expect(await limit(buyer, { kind: 'entry', period: 'day', amount: wrong })).toEqual([
        400,
        'invalid_request',
      ]);
    }
    expect(await limit(buyer, { kind: 'shop', period: 'day', amount: 1 })).toEqual([400, 'invalid_request']);
    expect(await pause(buyer, { lasts: '1-hour' })).toEqual([400, 'invalid_request']);
  });
});

describe('a limit on entries', () => {
  let challenges: ChallengesTest;
  const { limit, play } = calls(() => challenges.test);
  beforeAll(async () => {
    challenges = await startChallengesTest();
  });
  afterAll(() => challenges?.close());

  it('counts fees less what went back, and lets practice be', async () => {
    const player = await challenges.player();
    await limit(player, { kind: 'entry', period: 'month', amount: 0 });
    expect((await challenges.enter(player)).code).toBe('spending_limit_reached');
    expect((await challenges.enter(player, { isPractice: true })).status).toBe(200);

    const other = await challenges.player();
    const { attemptId, status } = await challenges.enter(other);
    expect(status).toBe(200);
    const fee = 1000 - (await challenges.gamerCoins(other));
    await limit(other, { kind: 'entry', period: 'day', amount: fee });
    await challenges.read(attemptId, 101);
    const { refundGC } = await challenges.attempt(other, attemptId);
    const spent = (await play(other)).limits.find(
      ({ kind, period }: { kind: string; period: string }) => kind === 'entry' && period === 'day',
    ).spent;
    expect(spent).toBe(fee - refundGC);
    expect((await challenges.enter(other)).code).toBe('spending_limit_reached');
  });

  it('and a pause hold for an entry whose statistics are being read meanwhile', async () => {
    const player = await challenges.player();
    const now = challenges.test.clock.now();
    const entered = await meanwhile(
      challenges.test.db,
      async (tx) => {
        await lockPlay(tx, player.id);
        await insertPause(tx, { playerId: player.id, beganAt: now, until: new Date(now.getTime() + dayMs) });
      },
      () => challenges.enter(player),
    );
    expect(entered.code).toBe('play_paused');
    expect(await challenges.gamerCoins(player)).toBe(1000);
  });
});
