/**
 * Which part of the server owns which table: nobody else reads or writes it (`npm run check` reads the SQL). What
 * another part needs it asks for through a port (server/ports.ts), or reads from a view that the owner keeps. Functions
 * are owned like tables: those of `db/functions/shop.sql` are `server/features/shop`'s.
 */
export const tableOwners: Readonly<Record<string, readonly string[]>> = {
  'server/platform': [
    'admin_changes',
    'function_files',
    'idempotent_answers',
    'installation',
    'job_pools',
    'live_events',
    'migrations',
    'rate_limit_windows',
    'recorded_changes',
    'secret_checks',
  ],
  'server/ledger': ['daily_flows', 'daily_players', 'ledger_sums', 'transfers', 'wallets'],
  'server/providers/game-stats': ['source_budget'],
  'server/features/accounts': [
    'account_deletions',
    'deleted_identities',
    'discord_link_tokens',
    'handle_changes',
    'handles',
    'identities',
    'player_search',
    'player_states',
    'players',
    'roles',
    'sessions',
    'sign_in_tokens',
    'used_sign_ins',
    'user_notes',
  ],
  'server/features/audit-log': ['audit_log'],
  'server/features/challenges': [
    'attempt_readings',
    'attempts',
    'challenge_variants',
    'challenges',
    'epic_accounts',
    'epic_names',
    'shared_receipts',
  ],
  'server/features/coins': ['coin_packages', 'payment_events', 'payments'],
  'server/features/promotions': [
    'event_editors',
    'event_payouts',
    'event_players',
    'event_rewards',
    'events',
    'first_sign_ins',
    'undone_causes',
  ],
  'server/features/giveaways': ['giveaway_editors', 'giveaway_entries', 'giveaway_payouts', 'giveaways'],
  'server/features/leaderboards': ['board_scores', 'boards', 'played_xp'],
  'server/features/notifications': [
    'notification_choices',
    'notification_marks',
    'notifications',
    'push_deliveries',
    'push_keys',
    'push_subscriptions',
  ],
  'server/features/referrals': ['referrals', 'sign_in_networks'],
  'server/features/shop': [
    'code_reveals',
    'gift_card_codes',
    'gift_cards',
    'lost_code_keys',
    'orders',
    'purchased_gift_cards',
    'purchases',
    'recorded_reveals',
    'restock_alerts',
  ],
};

/** Views that their owners keep for others, and the one table that is there to be read. */
export const readableByOthers: Readonly<Record<string, RegExp>> = {
  player_states: /^server[/]features[/]/,
  epic_names: /^server[/]features[/]accounts[/]/,
  recorded_changes: /^server[/]features[/]audit-log[/]/,
  recorded_reveals: /^server[/]features[/]audit-log[/]/,
  // The wallet shows the ledger, proofs compare with it; only the ledger writes.
  transfers: /^server[/]features[/]wallet[/]|[/]proofs[.]ts$|^server[/]audit[.]ts$/,
  wallets: /^server[/]audit[.]ts$/,
};
