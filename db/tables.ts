// SPDX-License-Identifier: Apache-2.0

/**
 * Every table and view has an owner: the only part of the server that reads and writes it (`npm run check` reads the SQL).
 * Those of features are declared in their modules (server/features/<name>/feature.ts), all of them together are in
 * server/tables.ts. Other parts ask through a port (server/ports.ts), or read a view that the owner keeps. Functions are
 * owned like tables: those of `db/functions/shop.sql` belong to `server/features/shop`.
 */

/** Names of the tables and views of one owner. */
export type Tables = readonly string[];

/** The tables and views below the features. */
export const foundations: Readonly<Record<string, Tables>> = {
  'server/platform': [
    'admin_changes',
    'editors',
    'former_prices',
    'function_files',
    'idempotent_answers',
    'installation',
    'job_counts',
    'job_pools',
    'live_events',
    'live_holders',
    'live_processes',
    'migrations',
    'rate_limit_windows',
    'recorded_changes',
    'row_counters',
    'sales_journal',
    'secret_checks',
  ],
  'server/ledger': [
    'archive_chunks',
    'archives',
    'carried_months',
    'carried_wallets',
    'daily_flows',
    'daily_players',
    'ledger_sums',
    'recorded_transfers',
    'statement_sums',
    'transfer_keys',
    'transfers',
    'wallets',
  ],
  'server/providers/games': ['source_budget'],
};

/** Views that their owners provide for other parts, which may read them. */
export const viewsForOthers: Readonly<Record<string, RegExp>> = {
  player_states: /^server[/]features[/]/,
  session_ends: /^server[/]features[/]notifications[/]/,
  epic_names: /^server[/]features[/]accounts[/]/,
  recorded_changes: /^server[/]features[/]audit-log[/]/,
  recorded_reveals: /^server[/]features[/]audit-log[/]/,
  // The wallet shows what moved, and the seals seal it.
  recorded_transfers: /^server[/]features[/](wallet|seals)[/]/,
};

/**
 * Tables that the proofs of other parts read (proofs.ts), and nothing else: a proof looks at the rows
 * themselves, so that nothing in between can hide what it has to find.
 */
export const tablesForProofs: ReadonlySet<string> = new Set([
  // What moved.
  'transfers',
  // Triggers write it, and features read it by what platform has for that (counted.ts).
  'row_counters',
]);
