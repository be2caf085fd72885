// SPDX-License-Identifier: Apache-2.0

import pg from 'pg';
import { expect, it } from 'vitest';
import { challengeRules } from '../../../../contract/challenge-rules.ts';
import { type ChallengesTest, startChallengesTest } from '../../../../tests/support/challenges.ts';
import type { TestDatabase } from '../../../../tests/support/database.ts';
import { createEarlierDatabase } from '../../../../tests/support/earlier-database.ts';
import { migrate } from '../../../platform/db/migrate.ts';

const challenge = '00000000-0000-7000-8000-0000000000c1';
const toId = (number: number) => `00000000-0000-7000-8000-00000000000${number}`;
const toAttempt = (number: number) => `00000000-0000-7000-8000-0000000000a${number}`;

/** A player with 1,000 coins, of which 105 are the fee of the attempt. */
const play = (number: number) => `
  insert into players (id, name, email, referral_code)
  values ('${toId(number)}', 'Player ${number}', '${number}@player.test', 'AAAAAAA${number}');
  insert into wallets (player_id, currency, balance) values ('${toId(number)}', 'GC', 895), ('${toId(number)}', 'XP', 0), ('${toId(number)}', 'REFERRAL_TOKEN', 0);
  insert into transfers (amount, currency, type, debit_house, credit_player_id, reference, description, idempotency_key)
  values (1000, 'GC', 'admin_credit', 'adjustments', '${toId(number)}', 'r', 'Given', 'given-${number}');
  insert into transfers (amount, currency, type, debit_player_id, credit_house, reference, description, idempotency_key)
  values (105, 'GC', 'challenge_entry', '${toId(number)}', 'escrow', '${toAttempt(number)}', 'Entry fee',
    'attempt:${toAttempt(number)}:entry');`;

/** An entry and its first reading, as the earlier release writes them: without a game. */
const enter = (number: number, key: string) => `
  insert into attempts (id, player_id, challenge_id, challenge_description, variant_id, challenge_type, entry_fee_gc,
    reward_gc, required_placement, required_kills, epic_name, epic_account_key, rules, started_at, start_by, status,
    reason, next_reading_at, is_practice)
  select '${toAttempt(number)}', '${toId(number)}', c.id, c.description, v.id, v.challenge_type, v.entry_fee_gc,
    v.reward_gc, v.required_placement, v.required_kills, 'epic-${number}', '${key}', '${JSON.stringify(challengeRules(1))}',
    now(), now() + interval '40 minutes', 'PENDING', 'awaiting-match', now() + interval '4 minutes', false
  from challenges c join challenge_variants v on v.challenge_id = c.id where c.id = '${challenge}';
  insert into attempt_readings (attempt_id, number, kind, taken_at, matches, wins, top10, top25, kills, minutes_played,
    last_modified)
  values ('${toAttempt(number)}', 0, 'stats', now(), 100, 10, 30, 50, 200, 1000, now() - interval '1 day');`;

const earlierRows = `
  insert into challenges (id, description, is_active) values ('${challenge}', 'Last ten', true);
  insert into challenge_variants (challenge_id, entry_fee_gc, reward_gc, required_placement, required_kills)
  values ('${challenge}', 105, 300, 10, 5);
  ${play(1)} ${enter(1, 'name:epic-1')} ${play(2)} ${enter(2, 'name:epic-2')}
  insert into epic_accounts (epic_account_key, player_id, epic_name, bound_at)
  values ('name:epic-1', '${toId(1)}', 'epic-1', now()), ('name:epic-2', '${toId(2)}', 'epic-2', now());`;

async function read(client: pg.Client, table: string) {
  const { rows } = await client.query(`select to_jsonb(t) as row from ${table} t order by 1`);
  return rows.map(({ row }) => row);
}

/** What an upgrade makes of rows of the earlier release, and what that adds to them meanwhile. */
async function upgrade(earlier: TestDatabase) {
  const client = new pg.Client({ connectionString: earlier.url });
  await client.connect();
  try {
    const readAll = async () => ({
      attempts: await read(client, 'attempts'),
      challenges: await read(client, 'challenges'),
      readings: await read(client, 'attempt_readings'),
      accounts: await read(client, 'epic_accounts'),
    });
    const before = await readAll();
    await migrate(earlier.url);
    const after = await readAll();
    await client.query(`${play(3)} ${enter(3, 'name:epic-3')}`);
    const unknown = client.query(`update attempts set game = 'chess'`);
    await expect(unknown).rejects.toThrow('attempts_game');
    return { before, after };
  } finally {
    await client.end();
  }
}

async function stands({ test, ...challenges }: ChallengesTest, number: number) {
  const player = { id: toId(number), token: await test.signIn(toId(number)) };
  const { game, status, reason } = await challenges.attempt(player, toAttempt(number));
  return [game, status, reason, await challenges.gamerCoins(player)];
}

it('loses nothing of running attempts in an upgrade, which go on to their results', async () => {
  const earlier = await createEarlierDatabase(earlierRows);
  try {
    const { before, after } = await upgrade(earlier);
    const inGame = (rows: object[]) => rows.map((row) => ({ ...row, game: 'fortnite' }));
    expect(before.attempts).toHaveLength(2);
    expect(after).toEqual({
      ...before,
      attempts: inGame(before.attempts),
      challenges: inGame(before.challenges),
    });

    const challenges = await startChallengesTest({ templateUrl: earlier.url });
    try {
      await challenges.playLater(toAttempt(1), 'epic-1');
      await challenges.playLater(toAttempt(2), 'epic-2', { kills: 1 });
      await challenges.read(toAttempt(2), 4);
      await challenges.playLater(toAttempt(3), 'epic-3');
      expect(await stands(challenges, 1)).toEqual(['fortnite', 'SUCCESS', 'conditions-met', 1195]);
      expect(await stands(challenges, 2)).toEqual(['fortnite', 'FAILED', 'conditions-not-met', 895]);
      expect(await stands(challenges, 3)).toEqual(['fortnite', 'SUCCESS', 'conditions-met', 1195]);
    } finally {
      await challenges.close();
    }
  } finally {
    await earlier.drop();
  }
});
