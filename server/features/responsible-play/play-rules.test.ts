// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { termsVersion } from '../../../contract/terms.ts';
import { type Player, startChallengesTest } from '../../../tests/support/challenges.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { playCalls } from '../../../tests/support/play-calls.ts';

const dayMs = 24 * 3_600_000;

describe('when rules are required', () => {
  const challenges = openForTests(() => startChallengesTest({ config: { arePlayRulesDemanded: true } }));
  let boss: Player;
  const { state, accept, publish, correct, play } = playCalls(() => challenges.test);
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
    boss = await challenges.player({ role: 'SUPER_ADMIN' });
  });

  it('nobody can enter or practice before the operator sets rules', async () => {
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

  it('nobody can enter without accepting the current terms', async () => {
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

  it('rules apply from their date, and every version stays readable', async () => {
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

  it('one of two concurrent versions is refused, and a replay publishes nothing', async () => {
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

  it('a player who is too young, lives elsewhere or states nothing is refused, and a statement is final', async () => {
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
