// SPDX-License-Identifier: Apache-2.0

/**
 * Every table and view, with its owner and its place.
 *
 * The owner is the part of the server that alone reads and writes it (`npm run check` reads the SQL). What another part needs it
 * asks for through a port (server/ports.ts), or reads from a view that the owner keeps. Functions are owned like tables: those
 * of `db/functions/shop.sql` are `server/features/shop`'s.
 *
 * The place is where a table lives once one primary is not enough and tables are spread over several by player (docs/scale.md).
 * Nothing is spread yet; but a table that could not be is found when it is made (`npm run check`,
 * server/platform/db/tables.test.ts).
 */

export type Place =
  /** Rows of one player, whom this column names, and who stands in each unique key: they are spread as they are. */
  | { at: 'player'; column: string }
  /** Grows by what players do, and lacks the player's id in a unique key: what is done about it before it is spread. */
  | { at: 'player-later'; since: string; plan: string }
  /** Small, written by administrators, and joined with everything: a copy on each server. */
  | { at: 'everywhere' }
  /**
   * Of the installation, of administrators, stock that all buy from, or what is made of everybody's rows. What of it grows with
   * the players, and what is done about that, stands in docs/scale.md.
   */
  | { at: 'first-server' }
  /** Where its tables are. */
  | { at: 'view' };

const byPlayer = (column = 'player_id'): Place => ({ at: 'player', column });
const everywhere: Place = { at: 'everywhere' };
const onFirst: Place = { at: 'first-server' };
const view: Place = { at: 'view' };

/** @param since when it was known, as a day */
const later = (since: string, plan: string): Place => ({ at: 'player-later', since, plan });
const ownKey = (since: string) =>
  later(
    since,
    "the player's id goes in front of the primary key, and of what refers to it; ids are random, so they stay unique",
  );
const foundBy = (since: string, what: string) =>
  later(
    since,
    `is found by ${what} before its player is known: a directory by that stays on the first server, rows go with the player`,
  );
const ofParent = (since: string, parent: string) =>
  later(since, `gets the player's id of its row in ${parent}, which every statement about it knows`);

/** When tables were first placed. */
const first = '2026-11-23';

export const tables: Readonly<Record<string, Readonly<Record<string, Place>>>> = {
  'server/platform': {
    admin_changes: onFirst,
    archive_chunks: onFirst,
    archives: onFirst,
    function_files: onFirst,
    idempotent_answers: byPlayer(),
    installation: onFirst,
    job_counts: onFirst,
    job_pools: onFirst,
    live_events: ownKey(first),
    live_holders: onFirst,
    live_processes: onFirst,
    migrations: onFirst,
    month_parts: view,
    rate_limit_windows: onFirst,
    recorded_changes: view,
    row_counters: onFirst,
    sales_journal: onFirst,
    secret_checks: onFirst,
  },
  'server/ledger': {
    carried_months: onFirst,
    carried_wallets: byPlayer(),
    daily_flows: onFirst,
    daily_players: byPlayer(),
    ledger_sums: onFirst,
    transfer_keys: later(
      first,
      "by the key's hash: a replay is found before anything else is known; its row is written with the transfer, in two phases",
    ),
    transfers: later(
      first,
      'one row for each side, with the player (or the house and a stripe) in front; both sides of a transfer between players are two-phase, all others local',
    ),
    wallets: byPlayer(),
  },
  'server/providers/game-stats': {
    source_budget: onFirst,
  },
  'server/features/accounts': {
    account_deletions: byPlayer(),
    authenticator_apps: byPlayer(),
    data_exports: ownKey(first),
    deleted_identities: onFirst,
    discord_link_tokens: foundBy(first, 'its token'),
    handle_changes: ownKey(first),
    handles: foundBy(first, 'the handle'),
    identities: foundBy(first, 'provider and subject'),
    passkey_challenges: foundBy(first, 'its session'),
    passkeys: foundBy(first, 'its credential'),
    player_search: byPlayer(),
    player_states: view,
    players: later(first, 'is its own key; referral codes and Discord accounts are found by a directory'),
    recovery_codes: byPlayer(),
    roles: everywhere,
    session_ends: view,
    sessions: foundBy(first, 'its token'),
    sign_in_tokens: foundBy(first, 'the token'),
    used_sign_ins: onFirst,
    user_notes: ownKey(first),
    wrong_codes: byPlayer(),
  },
  'server/features/achievements': {
    achievement_counts: byPlayer(),
    achievement_runs: onFirst,
    achievements: byPlayer(),
  },
  'server/features/approvals': {
    approvals: onFirst,
    coin_grants: onFirst,
    coin_raises: onFirst,
    coin_stripes: onFirst,
  },
  'server/features/audit-log': {
    audit_log: view,
  },
  'server/features/browser-errors': {
    browser_errors: onFirst,
  },
  'server/features/challenges': {
    attempt_days: byPlayer(),
    attempt_kinds: byPlayer(),
    attempt_readings: ofParent(first, 'attempts'),
    attempt_results: view,
    attempts: later(
      first,
      'own key; that a game account plays once at a time is asked of epic_accounts, which stays on the first server',
    ),
    challenge_variants: everywhere,
    challenges: everywhere,
    counted_attempts: view,
    disputes: ownKey(first),
    epic_accounts: foundBy(first, 'the game account'),
    epic_names: view,
    epic_proofs: byPlayer(),
    finished_attempts: ofParent(first, 'attempts'),
    shared_receipts: ownKey(first),
  },
  'server/features/coins': {
    coin_packages: everywhere,
    payment_entries: ofParent(first, 'payments'),
    payment_event_ids: onFirst,
    payment_events: foundBy(first, "the card provider's number"),
    payments: foundBy(first, "the card provider's number"),
    provider_balance: onFirst,
    provider_entries: onFirst,
  },
  'server/features/fair-play': {
    fair_play_checks: byPlayer(),
    fair_play_players: byPlayer(),
  },
  'server/features/friends': {
    friend_choices: byPlayer(),
    friend_links: foundBy(first, 'its code'),
    friend_requests: byPlayer('from_id'),
    friendships: byPlayer(),
  },
  'server/features/giveaways': {
    giveaway_editors: onFirst,
    giveaway_entries: later(
      first,
      'own key (giveaway, player); the number of an entry is given by a counter of the giveaway on the first server',
    ),
    giveaway_payouts: onFirst,
    giveaways: everywhere,
  },
  'server/features/leaderboards': {
    board_marks: onFirst,
    board_places: onFirst,
    board_scores: byPlayer(),
    boards: onFirst,
    played_xp: ofParent(first, 'attempts'),
  },
  'server/features/notifications': {
    notification_choices: byPlayer(),
    notification_marks: byPlayer(),
    notifications: ownKey(first),
    push_deliveries: ofParent(first, 'push_subscriptions'),
    push_keys: onFirst,
    push_subscriptions: foundBy(first, 'its endpoint'),
  },
  'server/features/outgoing-webhooks': {
    webhook_endpoints: onFirst,
    webhook_events: onFirst,
    webhook_secrets: onFirst,
    webhook_sends: onFirst,
    webhook_tries: onFirst,
  },
  'server/features/promotions': {
    event_editors: onFirst,
    event_payouts: onFirst,
    event_players: byPlayer(),
    event_rewards: ownKey(first),
    event_standings: byPlayer(),
    events: everywhere,
    first_sign_ins: foundBy(first, 'the identity'),
    undone_causes: ownKey(first),
  },
  'server/features/referrals': {
    referrals: byPlayer('invitee_id'),
    sign_in_networks: byPlayer(),
  },
  'server/features/responsible-play': {
    play_pauses: ownKey(first),
    play_rules: everywhere,
    play_statements: byPlayer(),
    spending_limits: byPlayer(),
    terms_acceptances: byPlayer(),
  },
  'server/features/saved-views': {
    saved_views: onFirst,
  },
  'server/features/seals': {
    movement_count: onFirst,
    movement_totals: onFirst,
    seal_heads: onFirst,
    seal_keys: onFirst,
    seal_leaves: onFirst,
    seal_log: onFirst,
    seal_nodes: onFirst,
    seal_witnesses: onFirst,
    sealed_transfers: view,
  },
  'server/features/shop': {
    code_reveals: ofParent(first, 'purchases'),
    gift_card_codes: onFirst,
    gift_cards: everywhere,
    lost_code_keys: onFirst,
    lost_codes: ownKey(first),
    orders: ownKey(first),
    purchased_gift_cards: view,
    purchases: ofParent(first, 'orders'),
    recorded_reveals: view,
    restock_alerts: ownKey(first),
  },
  'server/features/status': {
    status_incidents: onFirst,
    status_looks: onFirst,
    status_minutes: onFirst,
  },
  'server/features/wallet': {
    statement_sums: byPlayer(),
  },
};

/** Tables that are at one kind of place, by name, with what is said of it. */
export function findTablesAt<At extends Place['at']>(at: At): Map<string, Extract<Place, { at: At }>> {
  const placed = Object.values(tables).flatMap((owned) => Object.entries(owned));
  return new Map(placed.filter((entry): entry is [string, Extract<Place, { at: At }>] => entry[1].at === at));
}

/** Views that their owners keep for others, and the one table that is there to be read. */
export const readableByOthers: Readonly<Record<string, RegExp>> = {
  player_states: /^server[/]features[/]/,
  session_ends: /^server[/]features[/]notifications[/]/,
  epic_names: /^server[/]features[/]accounts[/]/,
  recorded_changes: /^server[/]features[/]audit-log[/]/,
  recorded_reveals: /^server[/]features[/]audit-log[/]/,
  // The wallet shows the ledger, it is sealed, and proofs compare with it; only the ledger writes.
  transfers: /^server[/]features[/](wallet|seals)[/]|[/]proofs[.]ts$|^server[/]audit[.]ts$/,
  // What stands for transfers that left: statements add it up, proofs compare with it.
  carried_months: /^server[/]features[/](wallet|seals)[/]|[/]proofs[.]ts$|^server[/]audit[.]ts$/,
  carried_wallets: /^server[/]features[/](wallet|seals)[/]|[/]proofs[.]ts$/,
  // Up to where the ledger may leave.
  sealed_transfers: /^server[/]ledger[/]/,
  // Triggers write it, features read it by counted of platform; proofs compare it with the rows.
  row_counters: /[/]proofs[.]ts$/,
  // Up to when the rows of a table are in an archive.
  archives: /[/](carry-)?proofs[.]ts$/,
  wallets: /^server[/]audit[.]ts$/,
};
