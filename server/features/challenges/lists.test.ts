// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { challengeRules } from '../../../contract/challenge-rules.ts';
import { insertAttempt } from '../../../tests/support/attempt-rows.ts';
import { startChallengesTest } from '../../../tests/support/challenges.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { insertChallenge } from './challenge-store.ts';
import { seedChallenges } from './seed.ts';

const challenges = openForTests(startChallengesTest);

describe('GET /challenge/get-all', () => {
  const list = async () => {
    const player = await challenges.player();
    const answer = await challenges.test.call({ url: '/challenge/get-all', token: player.token });
    expect(answer.headers['content-type']).toContain('application/json');
    return answer.json();
  };

  it('lists challenges with their variants, open ones first, for signed-in players', async () => {
    const { db } = challenges.test;
    await db.run(sql`delete from challenge_variants`);
    await db.run(sql`delete from challenges`);
    await db.transaction(seedChallenges);
    await db.transaction(seedChallenges);
    const { message, data } = await list();
    expect(message).toBe('OK');
    expect(data.map(({ isActive }: { isActive: boolean }) => isActive)).toEqual([true, true, false]);
    expect(data[0].challengeVariants[0]).toEqual({
      _id: expect.any(String),
      challengeType: 'TOP10_3KILL_SOLO',
      entryFeeGC: 100,
      rewardGC: 180,
      requiredPlacement: 10,
      requiredKills: 3,
    });
    expect((await challenges.test.call({ url: '/challenge/get-all' })).json().code).toBe('not_signed_in');
  });

  it('is served from memory until something changes', async () => {
    await list();
    const { db } = challenges.test;
    const id = await db.transaction((tx) =>
      insertChallenge(tx, { game: 'fortnite', description: 'Brand new', isActive: true }),
    );
    const descriptions = async () =>
      (await list()).data.map((challenge: { description: string }) => challenge.description);
    await expect.poll(descriptions).toContain('Brand new');
    await db.run(sql`update challenges set description = 'Renamed' where id = ${id}`);
    await expect.poll(descriptions).toContain('Renamed');
    await db.run(sql`delete from challenges where id = ${id}`);
    await expect.poll(descriptions).not.toContain('Renamed');
  });

  it('accepts only conditions that Solo counters can prove', async () => {
    const { db } = challenges.test;
    const addVariant = (placement: number, kills: number) =>
      db.run(sql`
      insert into challenge_variants (challenge_id, entry_fee_gc, reward_gc, required_placement, required_kills)
      select id, 1, 1, ${placement}, ${kills} from challenges limit 1`);
    await expect(addVariant(5, 1)).rejects.toThrow('required_placement');
    await expect(addVariant(10, -1)).rejects.toThrow('required_kills');
    await expect(addVariant(10, 3)).rejects.toThrow('challenge_variants_type');
  });
});

describe('GET /challenge/my-attempts', () => {
  it("lists a player's own attempts, newest first, page by page", { tags: ['long'] }, async () => {
    const [player, other] = [await challenges.player(), await challenges.player()];
    const { db } = challenges.test;
    const offer = await db.row<{ id: string; type: string }>(sql`
      select challenge_id as id, challenge_type as type from challenge_variants where required_kills = 3`);
    const entry = { challengeId: offer?.id, challengeType: offer?.type, epicId: 'Repeater' };
    const ids: string[] = [];
    for (let round = 0; round < 3; round++) {
      const { attemptId } = await challenges.enter(player, entry);
      ids.unshift(attemptId);
      await challenges.playLater(attemptId, 'repeater');
    }
    await challenges.enter(other, { ...entry, epicId: 'Somebody' });
    const page = async (query: string) => {
      const { data } = (
        await challenges.test.call({ url: `/challenge/my-attempts${query}`, token: player.token })
      ).json();
      return data.map(({ _id }: { _id: string }) => _id);
    };
    expect(await page('')).toEqual(ids);
    expect(await page('?limit=2')).toEqual(ids.slice(0, 2));
    expect(await page(`?limit=2&before=${ids[1]}`)).toEqual(ids.slice(2));
    expect((await challenges.test.call({ url: '/challenge/my-attempts' })).statusCode).toBe(401);
    const wrong = { url: '/challenge/my-attempts?limit=0', token: player.token };
    expect((await challenges.test.call(wrong)).json().code).toBe('invalid_request');
    const profile = (await challenges.test.call({ url: '/auth/get-profile', token: player.token })).json()
      .data;
    expect(profile.challengeStats).toEqual({ wins: 3, loss: 0, totalChallenges: 3 });
  });
});

it('compresses long lists', async () => {
  const { test } = challenges;
  const admin = await challenges.player({ role: 'SUPER_ADMIN' });
  const { id, token } = await challenges.player();
  const ids: string[] = [];
  const lost = { status: 'FAILED', reason: 'conditions-not-met', later: {} } as const;
  for (let n = 0; n < 9; n++) {
    ids.push(await insertAttempt(test.db, id, { ...lost, kills: n }));
  }
  const last = ids.at(-1) as string;
  await test.db.run(sql`
    insert into disputes (attempt_id, player_id, words, link, opened_at, promised_by)
    select unnest(${ids}::uuid[]), ${id}, repeat('It was a win. ', 20), '', now(), now()`);
  await test.db.run(sql`
    update attempts set challenge_description = repeat('Survive. ', 300), rules = ${JSON.stringify(challengeRules(1))}
    where id = ${last}`);
  const share = { url: `/challenge/attempts/${last}/share`, token, payload: {} };
  const { data } = (await test.call({ ...share, method: 'PUT' })).json();
  for (const [url, asked] of [
    ['/challenge/my-attempts', token],
    ['/challenge/performance', token],
    [`/challenge/attempts/${last}/receipt`, token],
    [`/challenge/shared/${data._id}`, ''],
    ['/challenge/attempts', admin.token],
    ['/challenge/all', admin.token],
    ['/challenge/disputes', admin.token],
  ] as const) {
    const answer = await test.call({ url, token: asked, headers: { 'accept-encoding': 'gzip' } });
    expect([url, answer.statusCode, answer.headers['content-encoding']]).toEqual([url, 200, 'gzip']);
  }
});
