// SPDX-License-Identifier: Apache-2.0

/**
 * Only look-ups that fail because of the player count. Look-ups of the bound account never use up the network's limit.
 */
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import type { ExactLimit } from '../../../platform/http/rate-limit.ts';
import { isRefusal, refuse } from '../../../platform/refusal.ts';
import { clearAccount, type LookUpDeps } from './clear-account.ts';

const db = openTestDatabase();
const now = new Date('2026-06-15T12:00:00Z');

/** The outcome of a look-up, and what happened to the calls counted for it. */
async function lookUp({ isBound = false, isNetworkFull = false, answer }: Record<string, unknown>) {
  const { id: playerId } = await createPlayer(db);
  const name = `Known-${playerId.slice(-6)}`;
  if (isBound) {
    await db.run(sql`
      insert into game_accounts (key, player_id, name, bound_at)
      values (${playerId.replaceAll('-', '')}, ${playerId}, ${name}, now())`);
  }
  const counted: string[] = [];
  const note = (what: string) => async () => void counted.push(what);
  const limiter = {
    take: async ({ name: of }: ExactLimit, who: string) => void counted.push(`${of} of ${who}`),
    takeForNow: async ({ name: of }: ExactLimit, who: string) =>
      isNetworkFull && who === 'network'
        ? refuse('too_many_requests')
        : { keep: note(`${of} kept`), giveBack: note(`${of} given back`) },
  };
  const read = async () => {
    if (answer === 'broken') throw new Error('broken');
    return { kind: answer };
  };
  const deps = {
    ...{ db, limiter, clock: { now: () => now }, log: { warn() {} } },
    games: { fortnite: { source: { read }, maxWaitMs: { entry: 1 } } },
  } as unknown as LookUpDeps;
  const cleared = await clearAccount(
    { playerId, game: 'fortnite', epicId: name, network: 'network' },
    deps,
  ).catch(({ message }) => refuse(message));
  return [isRefusal(cleared) ? cleared.refused : 'cleared', ...counted];
}
const [player, network] = ['failed-look-up', 'failed-look-up-from'];

it.each([
  ['never-played', 'cleared', 'given back'],
  ['unknown', 'epic_id_unknown', 'kept'],
  ['private', 'stats_private', 'kept'],
  ['fault', 'stats_unavailable', 'given back'],
  ['busy', 'stats_unavailable', 'given back'],
  ['broken', 'broken', 'given back'],
])('a look-up answered %s ends as %s, and its rate limit slot is %s', async (answer, says, becomes) => {
  expect(await lookUp({ answer })).toEqual([says, `${player} ${becomes}`, `${network} ${becomes}`]);
});

it('a bound player needs no slot of the network, but uses one after a failure', async () => {
  expect(await lookUp({ isBound: true, isNetworkFull: true, answer: 'never-played' })).toEqual([
    'cleared',
    `${player} given back`,
  ]);
  expect(await lookUp({ isBound: true, isNetworkFull: true, answer: 'private' })).toEqual([
    'stats_private',
    `${player} kept`,
    `${network} of network`,
  ]);
  expect(await lookUp({ isNetworkFull: true, answer: 'never-played' })).toEqual([
    'too_many_requests',
    `${player} given back`,
  ]);
});
