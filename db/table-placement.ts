// SPDX-License-Identifier: Apache-2.0

/**
 * Where each table lives once one primary is not enough and tables are spread over several by player (docs/scale.md). Nothing is
 * spread yet; but a table that could not be is found when it is made (`npm run check`, server/platform/db/table-placement.test.ts).
 */

/** Rows of one player, who stands in each unique key: they are spread as they are. The column that names the player. */
export const byPlayer: Readonly<Record<string, string>> = {
  account_deletions: 'player_id',
  achievement_counts: 'player_id',
  achievements: 'player_id',
  attempt_days: 'player_id',
  attempt_kinds: 'player_id',
  authenticator_apps: 'player_id',
  board_scores: 'player_id',
  carried_wallets: 'player_id',
  daily_players: 'player_id',
  epic_proofs: 'player_id',
  event_players: 'player_id',
  event_standings: 'player_id',
  fair_play_checks: 'player_id',
  fair_play_players: 'player_id',
  friend_choices: 'player_id',
  friend_requests: 'from_id',
  friendships: 'player_id',
  idempotent_answers: 'player_id',
  notification_choices: 'player_id',
  notification_marks: 'player_id',
  play_statements: 'player_id',
  player_search: 'player_id',
  recovery_codes: 'player_id',
  referrals: 'invitee_id',
  sign_in_networks: 'player_id',
  spending_limits: 'player_id',
  statement_sums: 'player_id',
  terms_acceptances: 'player_id',
  wallets: 'player_id',
  wrong_codes: 'player_id',
};

interface Plan {
  /** When it was known. */
  since: string;
  plan: string;
}

const ownKey = (since: string): Plan => ({
  since,
  plan: "the player's id goes in front of the primary key, and of what refers to it; ids are random, so they stay unique",
});
const foundBy = (since: string, what: string): Plan => ({
  since,
  plan: `is found by ${what} before its player is known: a directory by that stays on the first server, rows go with the player`,
});
const ofParent = (since: string, parent: string): Plan => ({
  since,
  plan: `gets the player's id of its row in ${parent}, which every statement about it knows`,
});

const first = '2026-11-23';

/** Grow by what players do, and lack the player's id in a unique key: each with what is done about it before it is spread. */
export const byPlayerLater: Readonly<Record<string, Plan>> = {
  attempts: {
    since: first,
    plan: 'own key; that a game account plays once at a time is asked of epic_accounts, which stays on the first server',
  },
  attempt_readings: ofParent(first, 'attempts'),
  code_reveals: ofParent(first, 'purchases'),
  data_exports: ownKey(first),
  discord_link_tokens: foundBy(first, 'its token'),
  disputes: ownKey(first),
  epic_accounts: foundBy(first, 'the game account'),
  event_rewards: ownKey(first),
  finished_attempts: ofParent(first, 'attempts'),
  first_sign_ins: foundBy(first, 'the identity'),
  friend_links: foundBy(first, 'its code'),
  giveaway_entries: {
    since: first,
    plan: 'own key (giveaway, player); the number of an entry is given by a counter of the giveaway on the first server',
  },
  handle_changes: ownKey(first),
  handles: foundBy(first, 'the handle'),
  identities: foundBy(first, 'provider and subject'),
  live_events: ownKey(first),
  lost_codes: ownKey(first),
  notifications: ownKey(first),
  orders: ownKey(first),
  passkey_challenges: foundBy(first, 'its session'),
  passkeys: foundBy(first, 'its credential'),
  payments: foundBy(first, "the card provider's number"),
  payment_entries: ofParent(first, 'payments'),
  payment_events: foundBy(first, "the card provider's number"),
  play_pauses: ownKey(first),
  played_xp: ofParent(first, 'attempts'),
  players: {
    since: first,
    plan: 'is its own key; referral codes and Discord accounts are found by a directory',
  },
  purchases: ofParent(first, 'orders'),
  push_deliveries: ofParent(first, 'push_subscriptions'),
  push_subscriptions: foundBy(first, 'its endpoint'),
  restock_alerts: ownKey(first),
  sessions: foundBy(first, 'its token'),
  shared_receipts: ownKey(first),
  sign_in_tokens: foundBy(first, 'the token'),
  transfer_keys: {
    since: first,
    plan: "by the key's hash: a replay is found before anything else is known; its row is written with the transfer, in two phases",
  },
  transfers: {
    since: first,
    plan: 'one row for each side, with the player (or the house and a stripe) in front; both sides of a transfer between players are two-phase, all others local',
  },
  undone_causes: ownKey(first),
  user_notes: ownKey(first),
};

/** Small, written by administrators, and joined with everything: a copy on each server. */
export const everywhere: readonly string[] = [
  'challenge_variants',
  'challenges',
  'coin_packages',
  'events',
  'gift_cards',
  'giveaways',
  'play_rules',
  'roles',
];

/**
 * On the first server: of the installation, of administrators, stock that all buy from, or what is made of everybody's rows. What
 * of it grows with the players, and what is done about that, stands in docs/scale.md.
 */
export const onFirst: readonly string[] = [
  'achievement_runs',
  'admin_changes',
  'approvals',
  'archive_chunks',
  'archives',
  'board_marks',
  'board_places',
  'boards',
  'browser_errors',
  'carried_months',
  'coin_grants',
  'coin_raises',
  'coin_stripes',
  'daily_flows',
  'deleted_identities',
  'event_editors',
  'event_payouts',
  'function_files',
  'gift_card_codes',
  'giveaway_editors',
  'giveaway_payouts',
  'installation',
  'job_pools',
  'ledger_sums',
  'live_holders',
  'live_processes',
  'lost_code_keys',
  'migrations',
  'movement_count',
  'movement_totals',
  'payment_event_ids',
  'provider_balance',
  'provider_entries',
  'push_keys',
  'rate_limit_windows',
  'row_counters',
  'sales_journal',
  'saved_views',
  'seal_heads',
  'seal_keys',
  'seal_leaves',
  'seal_log',
  'seal_nodes',
  'seal_witnesses',
  'secret_checks',
  'source_budget',
  'status_incidents',
  'status_looks',
  'status_minutes',
  'used_sign_ins',
  'webhook_endpoints',
  'webhook_events',
  'webhook_secrets',
  'webhook_sends',
  'webhook_tries',
];
