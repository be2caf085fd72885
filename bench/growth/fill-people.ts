// SPDX-License-Identifier: Apache-2.0

import { termsVersion } from '../../contract/terms.ts';

/** The size of a business: for every ten transfers it has one player, attempt, purchase and entry. */
export interface Size {
  transfers: number;
  /** Also the number of everything that each player has exactly one of. */
  players: number;
}

export const toSize = (transfers: number): Size => ({ transfers, players: Math.round(transfers / 10) });

/** Days over which the movements are spread. */
export const days = 90;
/** How much the usual player has of each kind, the same at every size. Others have more, so they lead the boards. */
export const usual = { transfers: 80, each: 8 };
/** Players who do during the measurement what each can do only once. */
export const idle = { from: 100, until: 599 };
/** Players with a running attempt who have reported the end of their match. */
export const matchOver = { from: 600, until: 899 };
/** Players with a running attempt: one in ten, numbered from here on. */
export const runningFrom = matchOver.until + 1;
export const toRunning = ({ players }: Size): number => players / 10;
/** The token and the browser of a player's earlier sign-in. */
export const signInOf = (player: string) => ({
  token: `token of ${player}`,
  browser: `browser of ${player}`,
});
/** Payments that wait for their webhook. Their players have no other payments. */
export const openPayments = { from: 50_000_000, count: 400 };
export const cards = 20;
export const challenges = 10;
export const events = 10;

/** The third part of an id is the kind. */
export const kinds = {
  player: 0,
  attempt: 1,
  order: 2,
  purchase: 3,
  card: 4,
  code: 5,
  challenge: 6,
  variant: 7,
  event: 8,
  reward: 9,
  giveaway: 10,
  entry: 11,
  payment: 12,
  package: 13,
  session: 14,
  other: 15,
} as const;

export function toId(kind: keyof typeof kinds, number: number): string {
  return `01900000-0000-7000-8${kinds[kind].toString(16)}00-${number.toString(16).padStart(12, '0')}`;
}

/** Functions that the statements share. Ids ascend with their numbers, as real ids ascend with time. */
export const functions = (size: Size) => `
  create function pg_temp.id(kind int, n bigint) returns uuid language sql immutable as $$
    select ('01900000-0000-7000-8' || to_hex(kind) || '00-' || lpad(to_hex(n), 12, '0'))::uuid $$;
  create function pg_temp.at(n bigint, of bigint) returns timestamptz language sql stable as $$
    select now() - interval '1 minute' - ${days} * interval '1 day' * (1 - n::float8 / of) $$;
  -- An id that says when it was made, as those do that spans of time are found by.
  create function pg_temp.id_at(kind int, n bigint, of bigint) returns uuid language sql stable as $$
    select (left(first_id_of(pg_temp.at(n, of))::text, 13) || substr(pg_temp.id(kind, n)::text, 14))::uuid $$;
  -- Whose the n-th of so many is: player 1 has as many at every size, player 2 one in ten, which fills a page of any list at the
  -- smallest size, the others their share.
  create function pg_temp.owner(n bigint, of bigint, usual int) returns bigint language sql immutable as $$
    select case when n % (of / usual) = 1 then 1 when n % 10 = 2 then 2 else 3 + n % ${size.players - 2} end $$;`;

/** Statements that insert the players, and one row per player of everything else. */
export const people = ({ players }: Size): readonly string[] => [
  `insert into players (id, name, email, referral_code, is_verified, created_at, referred_by, role, suspended_at)
   select pg_temp.id(${kinds.player}, n), 'Player ' || md5(n::text), 'player' || n || '@bench.test',
     'GROW' || lpad(n::text, 9, '0'), true, pg_temp.at(n, ${players}),
     case when n % 2 = 1 then pg_temp.id(${kinds.player}, 3 + (n + 7) % ${players - 2}) end, case n when 2 then 'SUPER_ADMIN' else 'USER' end,
     case when n between 90 and 94 then now() end
   from generate_series(1, ${players}::bigint) n`,
  `insert into handles (likeness, handle, player_id)
   select handle_likeness(handle), handle, pg_temp.id(${kinds.player}, n)
   from (select n, 'Player-' || translate(to_hex(n), '0123456789abcdef', 'cdfghjkpqtwxyaeu') as handle
     from generate_series(1, ${players}::bigint) n) named`,
  `insert into player_search (player_id, words)
   select id, lower(name || E'\\n' || email || E'\\n' || referral_code) from players`,
  `insert into identities (provider, subject, player_id, email, email_verified, created_at, first_verified_at)
   select 'google', id::text, id, email, true, created_at, created_at from players`,
  `insert into sessions (id, token_hash, player_id, created_at, expires_at)
   select pg_temp.id(${kinds.session}, n), sha256(n::text::bytea), pg_temp.id(${kinds.player}, n), now(),
     now() + interval '30 days' from generate_series(1, ${players}::bigint) n`,
  `insert into sign_in_tokens (token_hash, browser_hash, player_id, expires_at)
   select sha256(('token of ' || id)::bytea), sha256(('browser of ' || id)::bytea), id, now() + interval '30 days'
   from players where id between pg_temp.id(${kinds.player}, ${idle.from}) and pg_temp.id(${kinds.player}, ${idle.until})`,
  `insert into play_statements (player_id, birth_date, region, stated_at)
   select id, '1990-01-31', 'DE', created_at from players`,
  `insert into terms_acceptances (player_id, version, accepted_at) select id, '${termsVersion}', created_at from players`,
  `insert into game_accounts (key, player_id, name, bound_at)
   select 'key' || id, id, 'epic-' || right(id::text, 12), created_at from players`,
  `insert into game_account_proofs (player_id, key, proven_by, proven_at)
   select id, 'key' || id, 'administrator', created_at from players`,
  `insert into friendships (player_id, friend_id, since)
   select pg_temp.id(${kinds.player}, one), pg_temp.id(${kinds.player}, other), now()
   from (select 1 as one, n as other from generate_series(10, 29) n union all select n, 1 from generate_series(10, 29) n) pairs`,
  `insert into friend_requests (from_id, to_id, asked_at)
   select pg_temp.id(${kinds.player}, n), pg_temp.id(${kinds.player}, 1), now() from generate_series(40, 44) n`,
  `insert into friend_links (player_id, code, expires_at)
   select id, id, now() + interval '1 day' from players`,
  `insert into referrals (invitee_id, referrer_id, signed_up_at, is_same_network, status, hold_reasons, finished_at, qualified_at)
   select id, referred_by, created_at, false, case when held then 'in_review' else 'qualified' end,
     case when held then array['same_network'] else '{}' end, created_at, case when not held then created_at end
   from (select *, row_number() over (order by id) % 2 = 0 as held from players where referred_by is not null) p`,
  `insert into sign_in_networks (player_id, network_hash, seen_at)
   select id, md5((row_number() over (order by id) / 2)::text), created_at from players`,
  `insert into achievements (player_id, achievement, reached_at) select id, 'first-win', created_at from players`,
  `insert into player_page_choices (player_id, shows_wins, shows_bests, shows_achievements)
   select id, true, true, true from players`,
  `insert into achievement_counts (player_id, counted_at) select id, now() from players`,
  `insert into fair_play_players (player_id, checked_at, finished, won, expected, winnings_gc, excess, shared_cards,
     shared_accounts, shared_networks, signals, score, open_since)
   select id, now(), 10, 5, 5, 100, n % 7, n % 3, n % 3, n % 3, '[]', case when n % 100 = 0 then 70 else 10 end,
     case when n % 100 = 0 then now() end
   from (select id, row_number() over (order by id) as n from players) p`,
  `insert into notifications (id, player_id, kind, cause, title, body, link, created_at)
   overriding system value
   select n, pg_temp.id(${kinds.player}, pg_temp.owner(n, ${players}, ${usual.each})), 'giveaway', 'bench:' || n, 'Bench',
     'A message', '/home', pg_temp.at(n, ${players}) from generate_series(1, ${players}::bigint) n`,
  `select setval(pg_get_serial_sequence('notifications', 'id'), ${players})`,
  `insert into admin_changes (id, actor_id, action, subject, reason, created_at)
   select pg_temp.id_at(${kinds.other}, n, ${players / 10}), pg_temp.id(${kinds.player}, 2),
     case when n <= 5 then 'bench.rare' else 'user.update' end, 'user:' || pg_temp.id(${kinds.player}, pg_temp.owner(n, ${players / 10}, ${usual.each})), 'bench', pg_temp.at(n, ${players / 10})
   from generate_series(1, ${players / 10}::bigint) n`,
  // A waiting job for every eighth player, and some jobs that failed for good.
  `insert into graphile_worker._private_tasks (identifier) values ('bench'), ('run-events') on conflict do nothing`,
  `insert into graphile_worker._private_jobs (task_id, run_at, attempts, max_attempts, last_error)
   select t.id, now() + interval '1 day', case when n <= 5 then 25 else 0 end, 25, case when n <= 5 then 'bench' end
   from graphile_worker._private_tasks t, generate_series(1, ${Math.round(players / 8)}::bigint) n where t.identifier = 'bench'`,
  `insert into graphile_worker._private_jobs (task_id, run_at, attempts, last_error)
   select id, now() + interval '1 day', 2, 'bench' from graphile_worker._private_tasks where identifier = 'run-events'`,
  `insert into user_notes (player_id, author_id, note, created_at)
   select pg_temp.id(${kinds.player}, pg_temp.owner(n, ${players / 10}, ${usual.each})), pg_temp.id(${kinds.player}, 2), 'bench',
     pg_temp.at(n, ${players / 10}) from generate_series(1, ${players / 10}::bigint) n`,
  `insert into approvals (operation, permission, actor_id, kind, title, subject, coins, coins_limit, input_hash, status,
     asked_at, decided_at, decided_by, due_at)
   select 'bench', 'users:edit', pg_temp.id(${kinds.player}, 3), 'adjustment', 'Bench', 'user:bench', 5, 1,
     sha256(n::text::bytea), 'refused', pg_temp.at(n, ${players / 100}), pg_temp.at(n, ${players / 100}), pg_temp.id(${kinds.player}, 2), now()
   from generate_series(1, ${players / 100}::bigint) n`,
];
