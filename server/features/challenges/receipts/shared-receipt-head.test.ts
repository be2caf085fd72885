// SPDX-License-Identifier: Apache-2.0

import sharp from 'sharp';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { type Player, startChallengesTest } from '../../../../tests/support/challenges.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { runningAttempts } from '../../../../tests/support/running-attempt.ts';
import { getPublicPlayers } from '../../accounts/feature.ts';
import { drawSharePicture, type SharePictureFacts } from './draw-share-picture.ts';
import { readReceiptHead } from './shared-receipt-head.ts';

const challenges = openForTests(startChallengesTest);

const { running } = runningAttempts(() => challenges);

async function shared(match?: { placement?: number; kills?: number }) {
  const { player, attemptId, epicId } = await running();
  await challenges.playLater(attemptId, epicId, match);
  await challenges.read(attemptId, 4);
  const url = `/challenge/attempts/${attemptId}/share`;
  const share = { url, token: player.token, method: 'PUT', payload: { showsEpicName: true } } as const;
  const id: string = (await challenges.test.call(share)).json().data._id;
  return {
    player,
    attemptId,
    epicId,
    id,
    takeBack: () => challenges.test.call({ ...share, method: 'DELETE' }),
  };
}

const readHead = (id: string) =>
  readReceiptHead(id, { db: challenges.test.db, publicPlayers: getPublicPlayers, brandName: 'FinalRing' });
const getHandle = async ({ id }: Player) =>
  (await getPublicPlayers(challenges.test.db, [id])).get(id)?.handle;
const getPicture = (id: string) => challenges.test.app.http.inject({ url: `/r/${id}/picture.jpg` });

describe('the chat preview of a shared receipt', () => {
  it("shows the win under the player's handle only", async () => {
    const { id, epicId, player } = await shared();
    const head = await readHead(id);
    const [shown] = (await getPublicPlayers(challenges.test.db, [player.id])).values();
    expect(head).toEqual({
      title: `${await getHandle(player)} won 300 GC: Test challenge`,
      description:
        'Top 10 and 5 kills in one Solo match, decided by public game stats. Your browser can re-check the result.',
      heading: 'Test challenge',
      reads: `/api/v1/challenge/shared/${id}`,
      picture: {
        draw: expect.any(Function),
        facts: {
          player: shown,
          brandName: 'FinalRing',
          description: 'Test challenge',
          match: 'Solo match',
          outcome: 'won',
          rewardGC: 300,
          conditions: [
            { what: 'placement', needed: 10, reached: 10, isMet: true },
            { what: 'kills', needed: 5, reached: 6, isMet: true },
          ],
        },
      },
    });
    for (const secret of [epicId, player.id]) expect(JSON.stringify(head)).not.toContain(secret);
  });

  it('shows how close a loss was, and a voided win as cancelled', { tags: ['long'] }, async () => {
    const { id, player } = await shared({ placement: 20, kills: 4 });
    expect(await readHead(id)).toMatchObject({
      title: `${await getHandle(player)} lost: Test challenge`,
      picture: {
        facts: {
          outcome: 'lost',
          rewardGC: 0,
          conditions: [
            { needed: 10, reached: 25, isMet: false },
            { needed: 5, reached: 4, isMet: false },
          ],
        },
      },
    });
    const won = await shared();
    const before = await getPicture(won.id);
    const { token } = await challenges.player({ role: 'SUPER_ADMIN' });
    const url = `/challenge/attempts/${won.attemptId}/void`;
    await challenges.test.call({ method: 'POST', url, token, payload: { reason: 'Proved' } });
    expect(await readHead(won.id)).toMatchObject({
      title: 'Cancelled: Test challenge',
      picture: { facts: { outcome: 'cancelled', rewardGC: 0, conditions: [] } },
    });
    expect((await getPicture(won.id)).headers.etag).not.toBe(before.headers.etag);
  });

  it('has a picture of 1200 x 630', async () => {
    const { id } = await shared();
    const answer = await getPicture(id.toUpperCase());
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg']);
    const { width, height } = await sharp(answer.rawPayload).metadata();
    expect([width, height]).toEqual([1200, 630]);
    expect(answer.rawPayload.length).toBeLessThan(150_000);
  });

  it('is gone once the link is revoked or the account deleted', { tags: ['long'] }, async () => {
    const ends: ((share: { player: Player; takeBack: () => Promise<unknown> }) => Promise<unknown>)[] = [
      ({ takeBack }) => takeBack(),
      // Leaving, with days to come back.
      ({ player: { id } }) =>
        challenges.test.db.run(sql`update players set deleted_at = now() where id = ${id}`),
      ({ player: { token } }) =>
        challenges.test.call({
          method: 'POST',
          url: '/auth/delete-account',
          token,
          payload: { confirmation: 'DELETE' },
        }),
    ];
    for (const end of ends) {
      const share = await shared();
      expect((await getPicture(share.id)).statusCode).toBe(200);
      await end(share);
      expect(await readHead(share.id)).toBeUndefined();
      const gone = await getPicture(share.id);
      expect([gone.statusCode, gone.json().code, gone.headers['cache-control']]).toEqual([
        404,
        'not_found',
        'no-store',
      ]);
    }
    for (const unknown of ['nothing', '00000000-0000-4000-8000-000000000000', '%00', "'"]) {
      expect((await getPicture(unknown)).statusCode).toBe(404);
    }
  });
});

describe('the preview picture', () => {
  const facts: SharePictureFacts = {
    outcome: 'won',
    match: 'Solo match',
    description: 'Test challenge',
    conditions: [{ what: 'placement', needed: 10, reached: 10, isMet: true }],
    rewardGC: 300,
    brandName: 'FinalRing',
    player: { handle: 'Stormrider', avatar: 'fox' },
  };
  const draw = async (changes: Partial<SharePictureFacts>) => {
    const picture = sharp(await drawSharePicture({ ...facts, ...changes }));
    return picture.greyscale().raw().toBuffer();
  };
  /** How much of the part where a line of text stands is bright. */
  const getInk = (pixels: Buffer, top: number, bottom: number) => {
    let bright = 0;
    for (let y = top; y < bottom; y++) {
      for (let x = 72; x < 580; x++) bright += Number((pixels[y * 1200 + x] as number) > 150);
    }
    return bright;
  };

  it('draws text on a machine without fonts, including markup', async () => {
    const empty = await draw({ description: '生き残る' });
    expect(getInk(empty, 205, 270)).toBe(0);
    expect(getInk(await draw({ description: 'Survive' }), 205, 270)).toBeGreaterThan(1000);
    const markup = await draw({ description: '<script>&"\'' });
    expect(getInk(markup, 205, 270)).toBeGreaterThan(1000);
  });
});
