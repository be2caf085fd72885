// SPDX-License-Identifier: Apache-2.0
// @module-tag long

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

/** A player with 1,000 coins, including 105 coins of the attempt's fee. */
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
  values ('name:epic-1', '${toId(1)}', 'epic-1', now()), ('name:epic-2', '${toId(2)}', 'epic-2', now());
  insert into epic_proofs (player_id, epic_account_key, proven_by, proven_at)
  values ('${toId(1)}', 'key-of-1', 'discord', now());`;

/** A binding as the earlier release writes it. It replaces the account's proofs. */
const bind = (number: number, key: string) => `
  insert into epic_accounts (epic_account_key, player_id, epic_name, bound_at)
  values ('${key}', '${toId(number)}', 'before', now());
  update epic_accounts set epic_account_key = '${key}', epic_name = 'epic-${number}' where player_id = '${toId(number)}';
  insert into epic_proofs (player_id, epic_account_key, proven_by, proven_at)
  values ('${toId(number)}', '${key}', 'discord', now()), ('${toId(1)}', 'key-of-1', 'discord', now())
  on conflict (player_id, epic_account_key) do nothing;
  insert into epic_proofs (player_id, epic_account_key, proven_by, proven_at)
  values ('${toId(number)}', '${key}', 'administrator', now())
  on conflict (player_id, epic_account_key) do update set proven_by = excluded.proven_by, proven_at = excluded.proven_at;`;

async function read(client: pg.Client, table: string) {
  const { rows } = await client.query(`select to_jsonb(t) as row from ${table} t order by 1`);
  return rows.map(({ row }) => row);
}

/** The earlier release continues with the accounts of its game, and sees no others. */
async function goOn(client: pg.Client) {
  await client.query(`${play(3)} ${enter(3, 'name:epic-3')} ${bind(3, 'name:epic-3')}`);
  const ofPlayer = async (table: string) =>
    (await read(client, table)).filter((row) => row.player_id === toId(3));
  expect(await ofPlayer('game_accounts')).toMatchObject([
    { game: 'fortnite', key: 'name:epic-3', name: 'epic-3' },
  ]);
  expect(await ofPlayer('game_account_proofs')).toMatchObject([
    { game: 'fortnite', key: 'name:epic-3', proven_by: 'administrator' },
  ]);
  const taken = client.query(
    `update epic_accounts set epic_account_key = 'name:epic-3' where epic_name = 'epic-2'`,
  );
  await expect(taken).rejects.toMatchObject({ constraint: 'epic_accounts_key' });
  const used = client.query(
    `update attempts set epic_account_key = 'name:epic-3' where epic_name = 'epic-2'`,
  );
  await expect(used).rejects.toMatchObject({ constraint: 'attempts_one_active_per_epic_account' });

  await client.query(`
    insert into game_accounts (game, key, player_id, name, bound_at)
    values ('chess', 'name:epic-3', '${toId(3)}', 'Rook', now())`);
  expect(await ofPlayer('epic_accounts')).toMatchObject([{ epic_name: 'epic-3' }]);
  await client.query(`delete from epic_accounts where player_id = '${toId(3)}'`);
  await client.query(`delete from epic_proofs where player_id = '${toId(3)}'`);
  expect(await ofPlayer('game_accounts')).toMatchObject([{ game: 'chess' }]);
  expect(await ofPlayer('game_account_proofs')).toEqual([]);
}

/** The rows of the earlier release after an upgrade, including what it writes while the upgrade runs. */
async function upgrade(earlier: TestDatabase) {
  const client = new pg.Client({ connectionString: earlier.url });
  await client.connect();
  try {
    const readAll = async () => ({
      attempts: await read(client, 'attempts'),
      challenges: await read(client, 'challenges'),
      readings: await read(client, 'attempt_readings'),
      accounts: await read(client, 'epic_accounts'),
      proofs: await read(client, 'epic_proofs'),
    });
    const before = await readAll();
    await migrate(earlier.url);
    const after = await readAll();
    await goOn(client);
    const unknown = client.query(`update attempts set game = 'chess'`);
    await expect(unknown).rejects.toThrow('attempts_challenge_game');
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

it('keeps running attempts through an upgrade, and decides them afterwards', async () => {
  const earlier = await createEarlierDatabase(earlierRows);
  try {
    const { before, after } = await upgrade(earlier);
    const having = (rows: object[], added: object) => rows.map((row) => ({ ...row, ...added }));
    expect([before.attempts, before.accounts, before.proofs].map(({ length }) => length)).toEqual([2, 2, 1]);
    expect(after).toEqual({
      ...before,
      attempts: having(before.attempts, { game: 'fortnite', terms: null, final_stats: null }),
      challenges: having(before.challenges, { game: 'fortnite', terms: null }),
      readings: having(before.readings, { reading: null }),
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
