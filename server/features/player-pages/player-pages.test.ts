// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PageChoices, PlayerPage } from '../../../contract/player-pages.ts';
import { type Player, startChallengesTest } from '../../../tests/support/challenges.ts';
import { readExport } from '../../../tests/support/data-export.ts';
import { handleOf } from '../../../tests/support/factories.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';

const challenges = openForTests(startChallengesTest);
const everything: PageChoices = { showsWins: true, showsBests: true, showsAchievements: true };
let reader: Player;
beforeAll(async () => {
  reader = await challenges.player();
});

async function read(handle: string, token = reader.token) {
  const answer = await challenges.test.call({ url: `/players/${encodeURIComponent(handle)}`, token });
  const { code, data } = answer.json() as { code?: string; data: PlayerPage };
  return { status: answer.statusCode, code, data, body: answer.body };
}
const pageOf = async (player: Player, token?: string) =>
  read(await handleOf(challenges.test.db, player), token);

async function choose(player: Player, payload: object = everything) {
  const url = '/players/choices';
  return challenges.test.call({ method: 'PUT', url, token: player.token, payload });
}

/** Wins with this many kills, and shares the receipt. */
async function win(player: Player, { kills, isListed }: { kills: number; isListed: boolean }) {
  const epicId = `epic-${player.id.slice(-8)}`;
  const { attemptId } = await challenges.enter(player, { epicId });
  await challenges.playLater(attemptId, epicId, { placement: 3, kills });
  expect((await challenges.attempt(player, attemptId)).status).toBe('SUCCESS');
  const answer = await challenges.test.call({
    method: 'PUT',
    url: `/challenge/attempts/${attemptId}/share`,
    token: player.token,
    payload: { isListed },
  });
  return { attemptId, epicId, receiptId: answer.json().data._id as string };
}

async function holds(player: Player, achievement: string): Promise<void> {
  await challenges.test.db.run(sql`
    insert into achievements (player_id, achievement, reached_at) values (${player.id}, ${achievement}, now())
    on conflict do nothing`);
}

/** A player whose whole page is visible, after two wins. */
async function known() {
  const player = await challenges.player();
  const listed = await win(player, { kills: 6, isListed: true });
  const unlisted = await win(player, { kills: 9, isListed: false });
  await holds(player, 'wins-1');
  return { player, listed, unlisted };
}

describe('the page of a player', () => {
  it('shows only handle and avatar by default', async () => {
    const { player, listed, unlisted } = await known();
    const { status, data, body } = await pageOf(player);
    expect(status).toBe(200);
    expect(data).toEqual({
      player: { handle: await handleOf(challenges.test.db, player), avatar: expect.any(String) },
      wins: null,
      bests: null,
      achievements: null,
      sharedWins: [],
      choices: null,
    });
    for (const secret of [
      player.id,
      listed.attemptId,
      listed.epicId,
      listed.receiptId,
      unlisted.receiptId,
      '@',
    ])
      expect(body).not.toContain(secret);
  });

  it('lists published wins once its player shows wins, and omits wins shared only by link', async () => {
    const { player, listed, unlisted } = await known();
    await choose(player);
    const { data, body } = await pageOf(player);
    expect(data.sharedWins).toEqual([
      {
        receiptId: listed.receiptId,
        challengeId: challenges.challengeId,
        challengeType: challenges.challengeType,
        description: 'Test challenge',
        rewardGC: 300,
        wonAt: expect.any(String),
      },
    ]);
    for (const secret of [player.id, listed.attemptId, listed.epicId, unlisted.receiptId, '@'])
      expect(body).not.toContain(secret);
  });

  it('shows and hides each part separately, as its player chose', async () => {
    const { player } = await known();
    const hidden = { wins: null, sharedWins: [], bests: null, achievements: null };
    const shown = {
      wins: 2,
      sharedWins: [{ rewardGC: 300 }],
      bests: { kills: 9, winsInRow: 2, rewardGC: 300 },
      achievements: expect.arrayContaining(['wins-1']),
    };
    const none = { showsWins: false, showsBests: false, showsAchievements: false };
    for (const [choices, wanted] of [
      [
        { ...none, showsWins: true },
        { ...hidden, wins: shown.wins, sharedWins: shown.sharedWins },
      ],
      [
        { ...none, showsBests: true },
        { ...hidden, bests: shown.bests },
      ],
      [
        { ...none, showsAchievements: true },
        { ...hidden, achievements: shown.achievements },
      ],
      [everything, shown],
      [none, hidden],
    ] as const) {
      expect((await choose(player, choices)).json()).toMatchObject({ message: 'Saved', data: choices });
      expect((await pageOf(player)).data).toMatchObject(wanted);
    }
  });

  it('shows players what others see of them, and what they chose to show', async () => {
    const { player } = await known();
    expect((await pageOf(player, player.token)).data).toMatchObject({
      wins: null,
      sharedWins: [],
      choices: { showsWins: false, showsBests: false, showsAchievements: false },
    });
    await choose(player);
    expect((await pageOf(player, player.token)).data).toMatchObject({
      wins: 2,
      sharedWins: [{ rewardGC: 300 }],
      choices: everything,
    });
  });

  it('shows zeros for a player without a match', async () => {
    const player = await challenges.player();
    await choose(player);
    expect((await pageOf(player)).data).toMatchObject({
      wins: 0,
      bests: { kills: 0, winsInRow: 0, rewardGC: 0 },
      sharedWins: [],
    });
  });

  it('stops showing a win that was voided or unpublished', { tags: ['long'] }, async () => {
    const { player, listed } = await known();
    await choose(player);
    const address = `/challenge/attempts/${listed.attemptId}`;
    const { token } = await challenges.player({ role: 'SUPER_ADMIN' });
    const second = await win(player, { kills: 7, isListed: true });
    expect((await pageOf(player)).data.sharedWins.map(({ receiptId }) => receiptId)).toEqual([
      second.receiptId,
      listed.receiptId,
    ]);
    const payload = { reason: 'Proved' };
    await challenges.test.call({ method: 'POST', url: `${address}/void`, token, key: randomUUID(), payload });
    expect((await pageOf(player)).data.sharedWins).toHaveLength(1);
    await challenges.test.call({
      method: 'DELETE',
      url: `/challenge/attempts/${second.attemptId}/share`,
      token: player.token,
    });
    expect((await pageOf(player)).data.sharedWins).toEqual([]);
  });

  it('is found by a look-alike spelling, but not by a former handle', async () => {
    const player = await challenges.player();
    const before = await handleOf(challenges.test.db, player);
    const payload = { handle: 'Storm-Rider' };
    await challenges.test.call({ method: 'PUT', url: '/auth/handle', token: player.token, payload });
    expect((await read('st0rmrider')).data.player.handle).toBe('Storm-Rider');
    expect(await read(before)).toMatchObject({ status: 404, code: 'not_found' });
  });
});

describe('a page is not found', () => {
  const unknown = { status: 404, code: 'not_found' };

  it('for a handle that nobody has, and text that is no handle is refused', async () => {
    expect(await read('Nobody-Wears-This')).toMatchObject(unknown);
    for (const wrong of ['Former player', 'ab', 'x'.repeat(21), 'choices%00'])
      expect((await read(wrong)).code).toBe('invalid_request');
  });

  it.each(['suspended_at', 'deleted_at'])(
    'for a player with %s, with the same answer as for an unknown handle',
    async (column) => {
      const { player } = await known();
      await choose(player);
      const handle = await handleOf(challenges.test.db, player);
      await challenges.test.db.run(sql`
      update players set suspended_at = case when ${column} = 'suspended_at' then now() end,
        deleted_at = case when ${column} = 'deleted_at' then now() end
      where id = ${player.id}`);
      const [gone, never] = [await read(handle), await read('Nobody-Wears-This')];
      expect(gone).toMatchObject(unknown);
      expect(gone.body).toBe(never.body);
    },
  );

  it('between two players when one has blocked the other, and for nobody else', async () => {
    const [blocker, blocked] = [await challenges.player(), await challenges.player()];
    const other = await challenges.player();
    const handle = await handleOf(challenges.test.db, blocker);
    const payload = { handle };
    await challenges.test.call({ method: 'POST', url: '/friends/requests', token: blocked.token, payload });
    const decline = async (blocks: boolean) =>
      challenges.test.call({
        method: 'POST',
        url: `/friends/requests/${blocked.id}/decline`,
        token: blocker.token,
        payload: { blocks },
      });
    await decline(false);
    expect((await pageOf(blocker, blocked.token)).status).toBe(200);
    await decline(true);
    expect(await pageOf(blocker, blocked.token)).toMatchObject(unknown);
    expect(await pageOf(blocked, blocker.token)).toMatchObject(unknown);
    expect((await pageOf(blocker, other.token)).status).toBe(200);
    expect((await pageOf(blocked, other.token)).status).toBe(200);
  });

  it('for signed-out callers', async () => {
    const handle = await handleOf(challenges.test.db, reader);
    const answer = await challenges.test.call({ url: `/players/${handle}` });
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'not_signed_in']);
    const choices = await challenges.test.call({
      method: 'PUT',
      url: '/players/choices',
      payload: everything,
    });
    expect(choices.statusCode).toBe(401);
  });
});

describe('the choice of shown parts', () => {
  it('is refused when a part is missing, and then changes nothing', async () => {
    const player = await challenges.player();
    await choose(player);
    expect((await choose(player, { showsWins: false })).json().code).toBe('invalid_request');
    expect((await pageOf(player, player.token)).data.choices).toEqual(everything);
  });

  it('is in the export', async () => {
    const player = await challenges.player();
    await choose(player);
    expect(JSON.stringify(await readExport(challenges.test, player.token))).toContain('showsAchievements');
  });
});
