// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { startChallengesTest } from '../../../../tests/support/challenges.ts';
import { readExport } from '../../../../tests/support/data-export.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { transferAlone } from '../../../ledger/transfer.ts';

const challenges = openForTests(startChallengesTest);

const call = (url: string, token: string, method: 'GET' | 'POST' = 'GET') =>
  challenges.test.call({ url, token, method });

const getExport = (token: string) => readExport(challenges.test, token);

it('exports all data about a player and nothing about others', { tags: ['long'] }, async () => {
  const { db } = challenges.test;
  const [player, other] = [await challenges.player(), await challenges.player()];
  const { attemptId } = await challenges.enter(player, { epicId: 'exported' });
  await challenges.enter(other, { epicId: 'somebody-else' });
  await challenges.playLater(attemptId, 'exported', { placement: 1, kills: 9 });
  await db.run(sql`
    insert into identities (provider, subject, player_id, email, email_verified)
    values ('google', 'subject-of-mine', ${player.id}, 'me@x.test', true)`);
  await db.run(sql`
    with event as (
      insert into events (title, type, triggers, starts_at, ends_at)
      values ('An event', 'X', '{FIRST_LOGIN}', now(), now() + interval '1 day') returning id)
    insert into event_rewards (event_id, player_id, trigger, cause, currency, amount, caused_at)
    select id, ${player.id}, 'FIRST_LOGIN', 'x', 'GC', 5, now() from event`);
  await db.run(sql`
    insert into payments (player_id, package_title, coins, xp, amount_cents, created_at)
    values (${player.id}, 'GC_100', 100, 0, 250, now())`);

  await db.run(sql`
    with giveaway as (
      insert into giveaways (title, prize_type, prize_amount, winner_count, starts_at, ends_at, seed, commitment)
      values ('A giveaway', 'GC', 5, 1, now(), now() + interval '1 day', repeat('0', 64), repeat('1', 64))
      returning id)
    insert into giveaway_entries (giveaway_id, player_id, entered_at)
    select giveaway.id, p.id, now() from giveaway, players p where p.id = any (${[player.id, other.id]})`);
  await db.run(sql`
    insert into notifications (player_id, kind, cause, title, body, link, created_at)
    values (${player.id}, 'event', 'a-test', 'Told you', 'Something happened', '/home', now())`);

  await db.run(sql`
    insert into referrals (invitee_id, referrer_id, signed_up_at, is_same_network)
    values (${other.id}, ${player.id}, now(), false)`);

  await db.run(sql`
    with card as (
      insert into gift_cards (title, description, type, gc_coin) values ('Wanted', 'x', 'psn', 1) returning id)
    insert into restock_alerts (gift_card_id, player_id, asked_at) select id, ${player.id}, now() from card`);

  await db.run(
    sql`insert into achievements values (${player.id}, 'wins-1', now()), (${other.id}, 'wins-10', now())`,
  );

  await db.run(sql`
    insert into notification_choices (player_id, push_kinds, mail_kinds) values (${player.id}, '{result}', '{streak}')`);
  await db.run(sql`
    insert into push_subscriptions
      (player_id, session_id, endpoint, p256dh, auth, server_key, device, created_at)
    select player_id, id, 'https://push.example.com/' || id, 'x', 'x', 'x', 'Chrome on Android', now()
    from sessions where player_id = any (${[player.id, other.id]})`);

  await db.run(sql`
    insert into saved_views (owner_id, list, name, query, is_shared, created_at)
    select id, 'users', 'Mine', 'search=x', false, now() from players where id = any (${[player.id, other.id]})`);

  await db.run(sql`
    insert into disputes (attempt_id, player_id, words, link, opened_at, promised_by)
    select id, player_id, 'words of ' || player_id, '', now(), now() from attempts`);

  await db.run(sql`
    insert into fair_play_players (player_id, checked_at, finished, won, expected, winnings_gc, excess, shared_cards,
      shared_accounts, shared_networks, signals, score)
    values (${player.id}, now(), 1, 1, 0.5, 300, 1, 1, 0, 0, ${JSON.stringify([
      { kind: 'shared_card', points: 25, text: 'Paid', hashes: [], others: [other.id], attempts: [] },
    ])}, 25)`);

  await db.run(sql`
    insert into play_statements select id, '1990-01-31', 'US-WA', now() from players where id = ${player.id}`);
  await db.run(sql`insert into spending_limits (player_id, kind, period, amount)
    select id, 'payment', 'day', 500 from players where id = any (${[player.id, other.id]})`);
  await db.run(sql`insert into play_pauses (player_id, began_at, until_at)
    select id, now(), now() + interval '1 day' from players where id = any (${[player.id, other.id]})`);
  await db.run(sql`insert into terms_acceptances
    select id, '2026-01-01', now() from players where id = any (${[player.id, other.id]})`);

  const data = await getExport(player.token);
  expect(data.fairPlay).toMatchObject([{ won: 1, expected: 0.5, sharedCards: 1, reasons: ['Paid'] }]);
  expect(data.disputes).toMatchObject([{ attemptId, words: `words of ${player.id}`, ruling: null }]);
  expect(data.playStatement).toMatchObject([{ birthDate: '1990-01-31', region: 'US-WA' }]);
  expect(data.spendingLimits).toEqual([{ kind: 'payment', period: 'day', amount: 500, next: null }]);
  expect([data.playPauses.length, data.acceptedTerms.length]).toEqual([1, 1]);
  expect(data.savedViews).toMatchObject([{ list: 'users', name: 'Mine', query: 'search=x' }]);
  expect(data.notificationChoices).toEqual([{ push: ['result'], mail: ['streak'], quietHours: null }]);
  expect(data.pushDevices).toMatchObject([{ device: 'Chrome on Android' }]);
  expect(data.achievements).toMatchObject([{ title: 'First win' }]);
  expect(data.restockAlerts).toMatchObject([{ giftCard: 'Wanted' }]);
  expect(data.profile).toMatchObject({ _id: player.id, name: 'Test Player', discordUserId: null, xp: 120 });
  // The data as the player sees it.
  const shown = (await call('/auth/get-profile', player.token)).json().data;
  const { discordUserId: _, drawnAvatar: __, ...profile } = data.profile as Record<string, unknown>;
  expect(shown).toMatchObject(profile);
  expect(data.identities).toEqual([
    {
      ...{ provider: 'google', subject: 'subject-of-mine', email: 'me@x.test', isVerified: true },
      ...{ createdAt: expect.stringMatching(/Z$/), lastSignedInAt: expect.stringMatching(/Z$/) },
    },
  ]);
  expect(data.sessions).toHaveLength(1);
  expect(data.epicAccount).toMatchObject([{ epicId: 'exported' }]);
  expect(data.attempts).toMatchObject([{ _id: attemptId, status: 'SUCCESS', epicId: 'exported' }]);
  expect(data.attempts[0]?.readings.map(({ kind }) => kind)).toEqual(['stats', 'stats']);
  expect(data.transfers.map(({ type }) => type)).toEqual([
    'xpAward',
    'challengeReward',
    'challengeEntry',
    'adminCredit',
  ]);
  expect(data.eventRewards).toMatchObject([{ event: 'An event', amount: 5, paidAt: null }]);
  expect(data.giveawayEntries).toMatchObject([{ giveaway: 'A giveaway', hasWon: false }]);
  expect(data.referrals).toMatchObject([{ side: 'inviter', status: 'signed_up' }]);
  expect(data.notifications).toMatchObject([{ title: 'Told you', isRead: false }]);
  expect(data.payments).toMatchObject([{ packageTitle: 'GC_100', amountCents: 250, status: 'open' }]);

  const text = JSON.stringify(data);
  for (const kept of [player.token, other.id, 'somebody-else', 'push.example.com'])
    expect(text).not.toContain(kept);
});

it("exports administrators' notes about a player without their authors", { tags: ['long'] }, async () => {
  const { db } = challenges.test;
  const [player, other, admin] = [
    await challenges.player(),
    await challenges.player(),
    await challenges.player({ role: 'ADMIN', name: 'Ada the Admin', email: 'ada@staff.test' }),
  ];
  await db.run(sql`
    insert into user_notes (player_id, author_id, note, created_at)
    select ${player.id}::uuid, ${admin.id}::uuid, 'note ' || n, timestamptz '2026-01-01T00:00Z' from generate_series(1, 501) n
    union all select ${other.id}, ${admin.id}, 'of another', now()`);
  const data = await getExport(player.token);
  expect(data.notes).toHaveLength(501);
  expect(data.notes[0]).toEqual({ note: 'note 1', createdAt: '2026-01-01T00:00:00.000Z' });
  expect(JSON.stringify(data)).not.toMatch(/Ada the Admin|ada@staff|of another/);
});

it('exports a transfer history of any length', { tags: ['long'] }, async () => {
  const { db } = challenges.test;
  const player = await challenges.player({ gamerCoins: 2_000 });
  for (let number = 0; number < 1_100; number++) {
    await transferAlone(db, {
      currency: 'GC',
      amount: 1,
      from: { player: player.id },
      to: { house: 'adjustments' },
      type: 'admin_credit',
      reference: 'test',
      idempotencyKey: `export-test:${number}`,
      description: `Number ${number}`,
    });
  }
  const { transfers } = await getExport(player.token);
  expect(transfers).toHaveLength(1_101);
  expect(new Set(transfers.map(({ _id }) => _id)).size).toBe(1_101);
});

it('exports purchases without their codes, and who viewed each code', { tags: ['long'] }, async () => {
  const { db } = challenges.test;
  const player = await challenges.player();
  const secret = 'AAAA-BBBB-CCCC';
  await db.run(sql`
    with card as (
      insert into gift_cards (title, description, type, gc_coin) values ('A card', 'Good', 'psn', 5) returning id),
    bought as (
      insert into orders (id, player_id, total_gc, created_at) values (make_uuidv7(), ${player.id}, 5, now()) returning id),
    purchase as (
      insert into purchases (id, order_id, player_id, gift_card_id, gc_coin, created_at, delivered_at, title, status)
      select make_uuidv7(), bought.id, ${player.id}, card.id, 5, now(), now(), 'A card', 'delivered' from bought, card
      returning id, gift_card_id),
    code as (
      insert into gift_card_codes (id, gift_card_id, purchase_id, key_id, nonce, ciphertext, fingerprint, masked)
      select make_uuidv7(), gift_card_id, id, 'k', '\\x000000000000000000000000', decode(repeat('00', 17), 'hex'),
        sha256(${secret}::bytea), '****CCCC' from purchase returning id)
    insert into code_reveals (code_id, viewer_id, address, revealed_at)
    select id, ${player.id}, '192.0.2.7', now() from code`);
  const data = await getExport(player.token);
  expect(data.purchases).toMatchObject([{ title: 'A card', gcCoin: 5, status: 'delivered' }]);
  expect(data.codeLooks).toMatchObject([{ giftCard: 'A card', address: '192.0.2.7' }]);
  expect(JSON.stringify(data)).not.toContain('CCCC');

  const gone = await challenges.test.call({
    method: 'POST',
    url: '/auth/delete-account',
    token: player.token,
    payload: { confirmation: 'DELETE' },
  });
  expect(gone.statusCode).toBe(200);
  const looks = sql`select address from code_reveals where viewer_id = ${player.id}`;
  expect(await db.rows(looks)).toEqual([{ address: '' }]);
});

it("lists a player's sessions, and ends all but the current one", async () => {
  const { sessions, db, clock } = challenges.test;
  const player = await challenges.player();
  const stranger = await challenges.player();
  const phone = await db.transaction((tx) => sessions.start(tx, player.id, 'Chrome on Android'));
  clock.advance(3 * 24 * 3_600_000);
  const list = (await call('/auth/sessions', player.token)).json().data;
  const [now, days] = [clock.now().getTime(), 24 * 3_600_000];
  const at = (ms: number) => new Date(ms).toISOString();
  const began = { _id: expect.any(String), createdAt: at(now - 3 * days) };
  expect(list).toEqual([
    { ...began, device: '', isCurrent: true, lastUsedAt: at(now), expiresAt: at(now + 30 * days) },
    {
      ...{ ...began, device: 'Chrome on Android', isCurrent: false },
      ...{ lastUsedAt: at(now - 3 * days), expiresAt: at(now + 27 * days) },
    },
  ]);
  expect((await call('/auth/sessions', phone)).json().data[0].device).toBe('Chrome on Android');

  const answer = await call('/auth/sessions/end-others', player.token, 'POST');
  expect(answer.json().data).toEqual({ ended: 1 });
  expect((await call('/auth/sessions', phone)).json().code).toBe('session_ended');
  for (const { token } of [player, stranger]) {
    expect((await call('/auth/sessions', token)).json().data).toHaveLength(1);
  }
});
