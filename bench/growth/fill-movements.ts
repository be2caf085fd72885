// SPDX-License-Identifier: Apache-2.0

import { challengeRules } from '../../contract/challenge-rules.ts';
import {
  cards,
  challenges,
  events,
  idle,
  kinds,
  matchOver,
  openPayments,
  runningFrom,
  type Size,
  toRunning,
  usual,
} from './fill-people.ts';

const { attempt, card, challenge, code, event, giveaway, order, payment, player, purchase, reward } = kinds;
const owner = (of: number, each = usual.each) => `pg_temp.id(${player}, pg_temp.owner(n, ${of}, ${each}))`;
const series = (count: number, from = 1) => `generate_series(${from}, ${count}::bigint) n`;

/** Players receive coins four times as often as they spend them, so that nobody runs out. */
const transfers = ({ transfers: count }: Size) => [
  `insert into transfers (id, amount, created_at, currency, type, debit_house, debit_player_id, credit_house, credit_player_id,
     reference, description, idempotency_key)
   overriding system value
   select n, case kind when 'challenge_entry' then 5 when 'purchase' then 5 else 5000 end, pg_temp.at(n, ${count}),
     case kind when 'xp_award' then 'XP' else 'GC' end::currency, kind::transfer_type,
     case when kind in ('challenge_entry', 'purchase') then null when kind = 'challenge_reward' then 'escrow' else 'rewards' end::house_account,
     case when kind in ('challenge_entry', 'purchase') then who end,
     case kind when 'challenge_entry' then 'escrow' when 'purchase' then 'gift_cards' end::house_account,
     case when kind not in ('challenge_entry', 'purchase') then who end, n, 'Bench', 'bench:' || n
   from (
     select n, ${owner(count, usual.transfers)} as who,
       case when n <= ${count / 5} then 'event_reward'
         else (array['challenge_entry', 'challenge_reward', 'purchase', 'event_reward', 'xp_award'])[1 + (n / 7 + n / ${count / 10}) % 5] end as kind
     from ${series(count)}) moved`,
  `select setval(pg_get_serial_sequence('transfers', 'id'), ${count})`,
  `insert into wallets (player_id, currency, balance)
   select p.id, c.currency, coalesce(b.balance, 0) from players p cross join unnest(enum_range(null::currency)) c (currency)
   left join (select player_id, currency, sum(amount) as balance from (
       select credit_player_id as player_id, currency, amount from transfers where credit_player_id is not null
       union all select debit_player_id, currency, -amount from transfers where debit_player_id is not null) e
     group by player_id, currency) b on b.player_id = p.id and b.currency = c.currency`,
  `insert into daily_flows (day, is_source, type, amount, transfers)
   select (created_at at time zone 'UTC')::date as day, credit_player_id is not null, type, sum(amount)::bigint, count(*)
   from transfers where currency = 'GC' and created_at < (date_trunc('day', now() at time zone 'UTC') at time zone 'UTC')
   group by 1, 2, 3`,
  `insert into daily_players (day, player_id)
   select distinct (created_at at time zone 'UTC')::date, coalesce(debit_player_id, credit_player_id) from transfers
   where type in ('challenge_entry', 'purchase') and created_at < (date_trunc('day', now() at time zone 'UTC') at time zone 'UTC')`,
  `update ledger_sums set summed_until = (now() at time zone 'UTC')::date`,
];

const played = ({ players: count }: Size) => [
  `insert into challenges (id, description) select pg_temp.id(${challenge}, n), 'Challenge ' || n from ${series(challenges)}`,
  `insert into challenge_variants (id, challenge_id, entry_fee_gc, reward_gc, required_placement, required_kills)
   select pg_temp.id(${kinds.variant}, n), pg_temp.id(${challenge}, n), 5, 10, 10, 1 from ${series(challenges)}`,
  `insert into attempts (id, player_id, challenge_id, challenge_description, variant_id, challenge_type, entry_fee_gc, reward_gc,
     required_placement, required_kills, epic_name, epic_account_key, rules, started_at, start_by, status, reason, completed_at,
     reward_given_gc, xp_given, decided_by_reading)
   select pg_temp.id(${attempt}, n), who, pg_temp.id(${challenge}, 1 + n % ${challenges}), 'Challenge ' || 1 + n % ${challenges},
     pg_temp.id(${kinds.variant}, 1 + n % ${challenges}), 'TOP10_1KILL_SOLO', 5, 10, 10, 1, 'epic' || n || 'x', 'key' || who,
     '${JSON.stringify(challengeRules(1))}', at - interval '1 hour', at, case when n % 3 = 0 then 'SUCCESS' else 'FAILED' end,
     case when n % 3 = 0 then 'conditions-met' else 'conditions-not-met' end, at, case when n % 3 = 0 then 10 else 0 end, 20, 1
   from (select n, ${owner(count)} as who, pg_temp.at(n, ${count}) as at from ${series(count)}) a`,
  `insert into attempt_readings (attempt_id, number, kind, taken_at, matches, wins, top10, top25, kills, minutes_played)
   select id, number, 'stats', completed_at, 9 + number, 1, 2 + number, 3 + number, 5 + number, 60 + number
   from attempts cross join generate_series(0, 1) number order by id, number`,
  `insert into finished_attempts (attempt_id, player_id, challenge_type, ended_at, is_won, wins_in_row, reward_gc, matches, kills,
     first_places, top10, top25)
   select id, player_id, challenge_type, completed_at, status = 'SUCCESS', (status = 'SUCCESS')::int, reward_given_gc, 1, 1, 0, 1, 1
   from attempts`,
  `insert into attempt_days
   select player_id, (completed_at at time zone 'UTC')::date, count(*), count(*), count(*) filter (where status = 'SUCCESS'), 0,
     count(*), count(*), 0, count(*), 5 * count(*), 10 * count(*) filter (where status = 'SUCCESS'), 10 * count(*) filter (where status = 'SUCCESS')
   from attempts group by 1, 2`,
  `insert into attempt_kinds
   select player_id, challenge_type, 10, 1, count(*), count(*), count(*) filter (where status = 'SUCCESS'), 0,
     count(*), count(*), 0, count(*), 5 * count(*), 10 * count(*) filter (where status = 'SUCCESS'), 10 * count(*) filter (where status = 'SUCCESS')
   from attempts group by 1, 2`,
  `insert into played_xp (attempt_id, player_id, xp, played_at) select id, player_id, 20, completed_at from attempts order by id`,
  `insert into shared_receipts (id, attempt_id, player_id, shows_epic_name, is_listed)
   select id, id, player_id, true, false from attempts where reason = 'conditions-met' and right(id::text, 2) in ('07', '09')`,
  `insert into disputes (attempt_id, player_id, words, link, opened_at, promised_by, outcome, answer, decided_at, decided_by)
   select id, player_id, 'It was a win', '', completed_at, completed_at, 'upheld', 'No', completed_at, pg_temp.id(${player}, 2)
   from attempts where status = 'FAILED' and right(id::text, 2) = '08'`,
  `insert into attempts (id, player_id, challenge_id, challenge_description, variant_id, challenge_type, entry_fee_gc, reward_gc,
     required_placement, required_kills, epic_name, epic_account_key, rules, started_at, start_by, status, reason, next_reading_at)
   select pg_temp.id(${attempt}, ${count} + n), pg_temp.id(${player}, n), pg_temp.id(${challenge}, 1), 'Challenge 1',
     pg_temp.id(${kinds.variant}, 1), 'TOP10_1KILL_SOLO', 5, 10, 10, 1, 'epic' || n, 'key' || pg_temp.id(${player}, n),
     '${JSON.stringify(challengeRules(1))}', now() - interval '20 minutes', now(), 'IN_PROGRESS', 'awaiting-match', now() + interval '1 hour'
   from ${series(matchOver.until, matchOver.from)}`,
  `insert into attempt_readings (attempt_id, number, kind, taken_at, matches, wins, top10, top25, kills, minutes_played)
   select id, 0, 'stats', started_at, 9, 1, 2, 3, 5, 60 from attempts where completed_at is null`,
];

/** Running attempts are numbered after the ended ones and those whose match is over. */
export const firstRunning = ({ players }: Size): number => players + matchOver.until;

/**
 * Running attempts, each half an hour old with three readings. For one in fifty the source reports private statistics.
 */
const running = (size: Size) => [
  `insert into attempts (id, player_id, challenge_id, challenge_description, variant_id, challenge_type, entry_fee_gc, reward_gc,
     required_placement, required_kills, epic_name, epic_account_key, rules, started_at, start_by, status, reason, next_reading_at)
   select pg_temp.id(${attempt}, ${firstRunning(size)} + n), who, pg_temp.id(${challenge}, 1), 'Challenge 1', pg_temp.id(${kinds.variant}, 1),
     'TOP10_1KILL_SOLO', 5, 10, 10, 1, 'epic-' || right(who::text, 12), 'key' || who, '${JSON.stringify(challengeRules(1))}',
     now() - interval '30 minutes', now() + interval '10 minutes', 'IN_PROGRESS', 'awaiting-match', now() + interval '1 hour'
   from (select n, pg_temp.id(${player}, ${runningFrom} - 1 + n) as who from ${series(toRunning(size))}) a`,
  `insert into attempt_readings (attempt_id, number, kind, taken_at, matches, wins, top10, top25, kills, minutes_played, source_wide)
   select pg_temp.id(${attempt}, ${firstRunning(size)} + n), number, case when hidden then 'private' else 'stats' end,
     now() - interval '8 minutes' * (3.5 - number), case when not hidden then 9 end, case when not hidden then 1 end,
     case when not hidden then 2 end, case when not hidden then 3 end, case when not hidden then 5 end, case when not hidden then 60 end,
     case when hidden then false end
   from (select n, number, number > 0 and n % 50 = 7 as hidden from ${series(toRunning(size))}, generate_series(0, 3) number) r`,
];

/** The current boards, by their names in the server. */
const ranked = (boards: readonly { board: string; from: Date | null }[]) =>
  boards.flatMap(({ board, from }) => [
    `insert into board_scores (board, player_id, xp, reached_at)
     select '${board}', player_id, sum(xp), max(played_at) from played_xp
     where played_at >= '${from?.toISOString() ?? '-infinity'}'::timestamptz group by player_id`,
    `insert into boards (board, players) select '${board}', count(*) from board_scores where board = '${board}'`,
  ]);

const sold = ({ players: count }: Size) => [
  `insert into gift_cards (id, title, description, type, gc_coin, is_fulfilled_by_hand)
   select pg_temp.id(${card}, n), 'Card ' || n, 'For the bench', 'psn', 50, n % 2 = 0 from ${series(cards)}`,
  `insert into orders (id, player_id, total_gc, created_at)
   select pg_temp.id(${order}, n), ${owner(count)}, 50, pg_temp.at(n, ${count}) from ${series(count)}`,
  `insert into purchases (id, order_id, player_id, gift_card_id, gc_coin, title, status, created_at, promised_by, delivered_at)
   select pg_temp.id(${purchase}, n), pg_temp.id(${order}, n), ${owner(count)}, pg_temp.id(${card}, 1 + n % ${cards}), 50,
     'Card ' || 1 + n % ${cards}, case when n % 1000 = 5 then 'on_its_way' else 'delivered' end, pg_temp.at(n, ${count}),
     case when n % 10 = 5 then pg_temp.at(n, ${count}) end, case when n % 1000 <> 5 then pg_temp.at(n, ${count}) end
   from ${series(count)}`,
  `insert into gift_card_codes (id, gift_card_id, purchase_id, key_id, nonce, ciphertext, fingerprint, masked, created_at)
   select pg_temp.id(${code}, n), pg_temp.id(${card}, 1 + n % ${cards}),
     case when n <= ${count} then pg_temp.id(${purchase}, n) end, 'bench', substr(sha256('nonce'), 1, 12),
     sha256('code'), sha256(n::text::bytea), '1234', now()
   from ${series(count + Math.max(12_000, count / 5))} where n > ${count} or n % 1000 <> 5`,
  `insert into code_reveals (id, code_id, viewer_id, address, revealed_at)
   select pg_temp.id_at(${code}, n, ${count / 2}), pg_temp.id(${code}, 10 * (1 + n % ${count / 10})), pg_temp.id(${player}, 2), '',
     pg_temp.at(n, ${count / 2})
   from ${series(count / 2)}`,
  `insert into restock_alerts (gift_card_id, player_id, asked_at)
   select pg_temp.id(${card}, 1 + n % ${cards}), pg_temp.id(${player}, n), now() from ${series(count / 10)}`,
  `insert into coin_packages (id, title, coins, original_price_cents)
   select pg_temp.id(${kinds.package}, n), 'Package ' || n, 100 * n, 100 * n from ${series(5)}`,
  `insert into payments (id, player_id, package_id, package_title, coins, xp, amount_cents, intent_id, status, created_at, credited_at)
   select pg_temp.id(${payment}, n), ${owner(count / 10)}, pg_temp.id(${kinds.package}, 1), 'Package 1', 100, 10, 100, 'intent' || n,
     'credited', pg_temp.at(n, ${count / 10}), pg_temp.at(n, ${count / 10})
   from ${series(count / 10)}`,
  `insert into payments (id, player_id, package_id, package_title, coins, xp, amount_cents, intent_id, status, created_at)
   select pg_temp.id(${payment}, ${openPayments.from} + n), pg_temp.id(${player}, ${idle.from} + n),
     pg_temp.id(${kinds.package}, 1), 'Package 1', 100, 10, 100, 'open' || n, 'open', now()
   from ${series(openPayments.count - 1, 0)}`,
  `insert into payment_events (event_id, type, object_id, payment_id, effect, happened_at, received_at)
   select 'event' || n, 'payment_intent.succeeded', 'intent' || n, pg_temp.id(${payment}, n), 'credited', now(), now()
   from ${series(count / 10)}`,
];

/**
 * Half of the events have ended and were paid, by rank or by hand; the others are running. The first giveaway is open,
 * the second is drawn.
 */
const promised = ({ players: count }: Size) => [
  `insert into events (id, title, type, triggers, starts_at, ends_at, leaderboard_rewards, auto_run, is_completed, completed_at,
     reward_amount)
   select pg_temp.id(${event}, n), 'Event ' || n, 'BENCH', case when n % 2 = 0 then array['ACTIVITY_WEEKLY'] else array['COMPLETE_CHALLENGE'] end,
     now() - interval '80 days', case when n > ${events / 2} then now() + interval '10 days' else now() - interval '10 days' end,
     case when n % 2 = 0 then array[30, 20, 10]::bigint[] else '{}' end, n % 4 > 1, n <= ${events / 2},
     case when n <= ${events / 2} then now() - interval '9 days' end, 10
   from ${series(events)}`,
  `insert into event_rewards (id, event_id, player_id, trigger, cause, currency, amount, caused_at, paid_at, rank)
   select pg_temp.id(${reward}, n), pg_temp.id(${event}, 1 + n % ${events}), ${owner(count / 10)}, 'COMPLETE_CHALLENGE', 'bench:' || n, 'GC', 10,
     pg_temp.at(n, ${count / 10}), case when n % ${events} < ${events / 2} then now() end,
     case when n % ${events} in (1, 3) and n < 200 then n / ${events} + 1 end
   from ${series(count / 10)}`,
  `insert into event_standings (event_id, player_id, rank, xp)
   select pg_temp.id(${event}, e * 2), pg_temp.id(${player}, n), n, 5000 - n from generate_series(1, ${events / 2}) e, ${series(200)}`,
  `insert into event_players (event_id, player_id) select distinct event_id, player_id from event_rewards`,
  `insert into giveaways (id, title, prize_type, prize_amount, winner_count, starts_at, ends_at, seed, commitment)
   select pg_temp.id(${giveaway}, n), 'Giveaway ' || n, 'GC', 10, 10, now() - interval '30 days',
     case n when 2 then now() - interval '1 day' else now() + interval '10 days' end,
     encode(sha256('seed'), 'hex'), encode(sha256('commitment'), 'hex')
   from ${series(3)}`,
  // The idle players enter the third giveaway during the measurement.
  `insert into giveaway_entries (giveaway_id, player_id, entry, entered_at, won_as, paid_at)
   select pg_temp.id(${giveaway}, g), pg_temp.id(${player}, n), md5('entry' || g || ':' || n)::uuid, pg_temp.at(n, ${count}),
     case when g = 2 and n <= 10 then n end, case when g = 2 and n <= 10 then now() end
   from generate_series(1, 3) g, ${series(count)} where g < 3 or n not between ${idle.from} and ${idle.until}`,
  `update giveaways set drawn_at = ends_at, entrants_hash = encode(sha256('entrants'), 'hex') where id = pg_temp.id(${giveaway}, 2)`,
  `insert into giveaway_payouts (giveaway_id, started_at, moved_at, finished_at, prizes, prizes_paid)
   values (pg_temp.id(${giveaway}, 2), now(), now(), now(), 10, 10)`,
];

/** Events for operators' own systems, all sent to one webhook. */
const told = ({ players: count }: Size) => [
  `insert into webhook_endpoints (id, address, description, events, created_at)
   values (pg_temp.id(${kinds.other}, 1), 'https://hooks.test/', 'Bench', '{challenge.finished}', now())`,
  `insert into webhook_events (id, type, cause, happened_at, body)
   select pg_temp.id(${kinds.other}, n), 'challenge.finished', 'bench:' || n, pg_temp.at(n, ${count / 10}), '{}'
   from ${series(count / 10)}`,
  `insert into webhook_sends (id, event_id, endpoint_id, status)
   select id, id, pg_temp.id(${kinds.other}, 1), 'delivered' from webhook_events`,
  `insert into webhook_tries (send_id, tried_at, duration_ms, status, error, answer)
   select id, now(), 5, 200, '', 'OK' from webhook_sends`,
];

/** The counters, which triggers would otherwise maintain. */
const counted = [
  ['giveaway entries', 'giveaway_id', 'count(*)', 'giveaway_entries'],
  ['card sales', 'gift_card_id', 'count(*)', 'purchases'],
  ['challenge entries', 'challenge_id', 'count(*)', 'attempts'],
  ['event given', 'event_id', 'sum(amount)', 'event_rewards'],
  ['event paid', 'event_id', 'count(*)', 'event_rewards where paid_at is not null'],
  ['event collected', 'event_id', 'count(*)', 'event_rewards where paid_at is null'],
  ['running attempts', 'challenge_id', 'count(*)', 'attempts where completed_at is null'],
  ['role holders', 'role', 'count(*)', 'players'],
].map(
  ([counter, subject, amount, rows]) =>
    `insert into row_counters (counter, subject, stripe, amount) select '${counter}', ${subject}::text, 0, ${amount} from ${rows} group by 2`,
);

/** Statements that insert all movements, in the order in which the tables depend on each other. */
export const movements = (size: Size, boards: readonly { board: string; from: Date | null }[]) => [
  ...transfers(size),
  ...played(size),
  ...running(size),
  ...ranked(boards),
  ...sold(size),
  ...promised(size),
  ...told(size),
  ...counted,
];
