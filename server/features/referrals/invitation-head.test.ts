// SPDX-License-Identifier: Apache-2.0

import sharp from 'sharp';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import type { GameId } from '../../../contract/games/game.ts';
import { startTestApp } from '../../../tests/support/app.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { readInvitationHead } from './invitation-head.ts';

const test = openForTests(startTestApp);

const readHead = (code: string, welcomeGC: number, games: GameId[] = ['fortnite']) =>
  readInvitationHead(code, {
    db: test.db,
    now: test.clock.now(),
    brandName: 'FinalRing',
    games,
    findReferrer: async (_db, asked) => (asked === 'NOVAS234' ? 'nova' : undefined),
    publicPlayers: async () => new Map([['nova', { handle: 'Nova', avatar: 'fox' }]]),
    promisedCoins: async () => welcomeGC,
  });

it('names the inviter, the game, the reward and the welcome coins', async () => {
  expect(await readHead('NOVAS234', 1_500)).toMatchObject({
    title: 'Nova invites you: win at Fortnite, earn coins for gift cards',
    description: expect.stringMatching(/^Start with 1,500 Gamer Coins\. /),
    heading: 'You were invited',
    picture: { facts: { handle: 'Nova', welcomeGC: 1_500, brandName: 'FinalRing' } },
    reads: '/api/v1/referrals/invitations/NOVAS234',
  });
  expect((await readHead('NOVAS234', 0))?.description).toMatch(/^Signing up is free\. /);
});

it('names each game that can be played', async () => {
  expect(await readHead('NOVAS234', 0, ['fortnite', 'pubg'])).toMatchObject({
    title: 'Nova invites you: win at Fortnite or PUBG, earn coins for gift cards',
    description: expect.stringContaining('play one match, and'),
    picture: { facts: { games: 'Fortnite or PUBG' } },
  });
});

it('has no preview for an unknown code', async () => {
  for (const code of ['NOBODYS1', '%00', "'", 'x'.repeat(65)])
    expect(await readHead(code, 500)).toBeUndefined();
  expect((await test.app.http.inject({ url: '/referrals/NOBODYS1/picture.jpg' })).statusCode).toBe(404);
});

it('draws the preview picture', async () => {
  const { id } = await createPlayer(test.db);
  const { code } = await test.db.one<{ code: string }>(
    sql`select referral_code as code from players where id = ${id}`,
  );
  const picture = await test.app.http.inject({ url: `/referrals/${code}/picture.jpg` });
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/jpeg']);
  const { width, height } = await sharp(picture.rawPayload).metadata();
  expect([width, height]).toEqual([1200, 630]);
});
