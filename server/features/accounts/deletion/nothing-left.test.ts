// SPDX-License-Identifier: Apache-2.0

import sql, { raw } from 'sql-template-tag';
import { expect, it } from 'vitest';
import { insertAttempt } from '../../../../tests/support/attempt-rows.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { openSignInApp } from '../../../../tests/support/sign-in-app.ts';
import { enter, join } from '../../../../tests/support/visitor.ts';
import { recordAdminChange } from '../../../platform/db/admin-changes.ts';
import type { Task } from '../../../platform/jobs/outbox.ts';
import { playerTables } from '../../../player-tables.ts';

const { app, sandbox } = openSignInApp();

const remove = (token: string) =>
  app.call({ method: 'POST', url: '/auth/delete-account', payload: { confirmation: 'DELETE' }, token });

/** Every place in every table that contains one of the words. */
async function getPlaces(words: readonly string[]): Promise<string[]> {
  const tables = await app.db.rows<{ name: string }>(sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker')`);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await app.db.pool.query(
      `select 1 from ${name} t where to_jsonb(t)::text ilike any ($1) limit 1`,
      [words.map((word) => `%${word}%`)],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

it('a deletion leaves no personal data in any table', async () => {
  const form = { email: 'find.me@x.test', name: 'Ada Ring' };
  const { token, profile } = await enter({ app, sandbox }, 'google', form);
  const dizzy = await join({ app, sandbox }, 'discord', form);
  expect(dizzy.profile._id).toBe(profile._id);
  const admin = await createPlayer(app.db, { role: 'SUPER_ADMIN' });
  await app.db.transaction(async (tx) => {
    await recordAdminChange(tx, {
      actorId: admin.id,
      action: 'user.update',
      subject: `user:${profile._id}`,
      before: { email: 'find.me@x.test', role: 'USER' },
      after: { email: 'find.me@x.test', role: 'ADMIN' },
      reason: 'a test',
    });
    await tx.run(sql`select publish_live_event(${profile._id}, 'profile', '{"email": "find.me@x.test"}')`);
    await tx.run(sql`
      insert into game_accounts (game, key, player_id, name, bound_at)
      values ('fortnite', 'find-me-key', ${profile._id}, 'FindMeInGame', now()),
        ('chess', 'find-me-key', ${profile._id}, 'FindMeInGame', now())`);
    await tx.run(sql`
      with card as (
        insert into gift_cards (title, description, type, gc_coin) values ('Card', 'A card', 'steam', 100) returning id),
      code as (
        insert into gift_card_codes (id, gift_card_id, key_id, nonce, ciphertext, fingerprint, masked)
        select make_uuidv7(), id, 'k', decode(repeat('00', 12), 'hex'), decode(repeat('00', 17), 'hex'),
          sha256(id::text::bytea), '••••' from card
        returning id, gift_card_id),
      alert as (
        insert into restock_alerts (gift_card_id, player_id, asked_at)
        select gift_card_id, ${profile._id}, now() from code)
      insert into code_reveals (code_id, viewer_id, address, revealed_at)
      select id, ${profile._id}, 'find-me-there', now() from code`);
  });
  await app.call({ method: 'POST', url: '/auth/generate-discord-token', token, key: 'a-key-of-mine' });
  const { subject } = (await app.db.row<{ subject: string }>(
    sql`select subject from identities where player_id = ${profile._id} and provider = 'google'`,
  )) as { subject: string };
  const words = ['find.me', 'find-me', 'FindMeInGame', subject, profile.referralCode];
  expect(await getPlaces(words)).toContain('public.players');

  expect((await remove(token)).statusCode).toBe(200);
  expect(await getPlaces(words)).toEqual([]);
  expect(await app.db.rows(sql`select from restock_alerts where player_id = ${profile._id}`)).toEqual([]);
  expect(
    await app.db.row(
      sql`select name, email, role, avatar_url, discord_user_id from players where id = ${profile._id}`,
    ),
  ).toEqual({ name: 'Deleted player', email: '', role: 'USER', avatarUrl: null, discordUserId: null });
  expect(
    await app.db.rows(sql`select before, after from admin_changes where subject = ${`user:${profile._id}`}`),
  ).toEqual([
    { before: null, after: { provider: 'discord' } },
    { before: { role: 'USER' }, after: { role: 'ADMIN' } },
  ]);
});

/** Rows that features keep about a player (`$1`), and the rows that these reference. */
const kept: readonly [table: string, values: string][] = [
  ['achievements (player_id, achievement, reached_at)', "($1, 'first-win', now())"],
  [
    'game_account_proofs (player_id, game, key, proven_by, proven_at)',
    "($1, 'chess', 'key-' || $1::uuid, 'discord', now())",
  ],
  ['fair_play_checks (player_id, due_at)', '($1, now())'],
  [
    'giveaway_entries (giveaway_id, player_id, entered_at)',
    '((select max(id::text)::uuid from giveaways), $1, now())',
  ],
  ['notification_choices (player_id, push_kinds, mail_kinds)', "($1, '{}', '{}')"],
  ['notification_marks (player_id, read_up_to)', '($1, 7)'],
  [
    'notifications (player_id, kind, cause, title, body, link, created_at)',
    "($1, 'account', 'a cause', 'Title', 'Words', '/home', now())",
  ],
  ['play_statements (player_id, birth_date, region, stated_at)', "($1, '1990-01-31', 'DE', now())"],
  [
    'restock_alerts (gift_card_id, player_id, asked_at)',
    '((select max(id::text)::uuid from gift_cards), $1, now())',
  ],
  [
    'shared_receipts (attempt_id, player_id, shows_epic_name, shared_at)',
    '((select max(id::text)::uuid from attempts where player_id = $1), $1, true, now())',
  ],
  [
    'saved_views (owner_id, list, name, query, is_shared, created_at)',
    "($1, 'users', $1::uuid::text, '', true, now())",
  ],
  ['sign_in_networks (player_id, network_hash, seen_at)', "($1, 'a hash', now())"],
  ['spending_limits (player_id, kind, period, amount)', "($1, 'entry', 'day', 100)"],
  ['terms_acceptances (player_id, version, accepted_at)', "($1, '1', now())"],
];

it("an erasure removes every feature's rows, and its second pass rows written since", {
  tags: ['long'],
}, async () => {
  await app.db.run(sql`
    insert into gift_cards (title, description, type, gc_coin) values ('Card', 'A card', 'steam', 100)`);
  await app.db.run(sql`
    insert into giveaways (title, prize_type, prize_amount, winner_count, starts_at, ends_at, seed, commitment)
    values ('Drop', 'GC', 50, 1, now(), now() + interval '1 day', ${'1'.repeat(64)}, ${'2'.repeat(64)})`);
  const [leaving, staying] = [await createPlayer(app.db), await createPlayer(app.db)];
  for (const { id } of [leaving, staying]) await insertAttempt(app.db, id);
  const keep = async ({ id }: { id: string }) => {
    for (const [into, values] of kept) await app.db.pool.query(`insert into ${into} values ${values}`, [id]);
  };
  const expectNothingLeft = async () => {
    for (const [into] of kept) {
      const [table = ''] = into.split(' ');
      const column = playerTables[table]?.player ?? 'player_id';
      const rows = await app.db.rows<{ playerId: string }>(sql`
        select ${raw(column)} as player_id from ${raw(table)} where ${raw(column)} in (${leaving.id}, ${staying.id})`);
      expect([table, rows]).toEqual([table, [{ playerId: staying.id }]]);
    }
  };
  await keep(leaving);
  await keep(staying);
  expect((await remove(await app.signIn(leaving.id))).statusCode).toBe(200);
  await expectNothingLeft();
  await keep(leaving);
  await (app.app.tasks['forget-deleted-player'] as Task)({ playerId: leaving.id } as never);
  await expectNothingLeft();
});
