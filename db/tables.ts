// SPDX-License-Identifier: Apache-2.0

/**
 * Every table and view has an owner and a place. Those of features are declared in their doors
 * (server/features/<name>/feature.ts), all of them together are in server/tables.ts.
 *
 * The owner is the only part of the server that reads and writes the table (`npm run check` reads the SQL). Other parts
 * ask through a port (server/ports.ts), or read a view that the owner keeps. Functions are owned like tables: those of
 * `db/functions/shop.sql` belong to `server/features/shop`.
 *
 * The place is where a table lives once one primary is not enough and tables are spread over several by player
 * (docs/scale.md). Nothing is spread yet, but a table that could not be is noticed when it is added (`npm run check`,
 * server/platform/db/tables.test.ts).
 */

export type Place =
  /** Each row belongs to one player, named by this column, which is part of every unique key: it can be spread as it is. */
  | { at: 'player'; column: string }
  /** Grows with what players do, but a unique key lacks the player's id: the plan says what to do before it is spread. */
  | { at: 'player-later'; since: string; plan: string; parent?: string }
  /** Small, written by administrators, and joined with everything: a copy on each server. */
  | { at: 'everywhere' }
  /**
   * Belongs to the installation or to administrators, is stock that everyone buys from, or is made from all players'
   * rows. docs/scale.md says which of these grow with the players, and what to do about that.
   */
  | { at: 'first-server' }
  /** A view is where its tables are. */
  | { at: 'view' };

/** Tables and views of one owner, by name. */
export type Tables = Readonly<Record<string, Place>>;

export const byPlayer = (column = 'player_id'): Place => ({ at: 'player', column });
export const everywhere: Place = { at: 'everywhere' };
export const onFirst: Place = { at: 'first-server' };
export const view: Place = { at: 'view' };

/** @param since the day on which it became known */
export const later = (since: string, plan: string): Place => ({ at: 'player-later', since, plan });
export const ownKey = (since: string) =>
  later(
    since,
    "the player's id goes in front of the primary key, and of what refers to it; ids are random, so they stay unique",
  );
export const foundBy = (since: string, what: string) =>
  later(
    since,
    `is found by ${what} before its player is known: a directory by that stays on the first server, rows go with the player`,
  );
export const ofParent = (since: string, parent: string): Place => {
  const plan = `gets the player's id of its row in ${parent}, which every statement about it knows`;
  return { at: 'player-later', since, plan, parent };
};

/** When tables were first placed. */
const first = '2026-11-23';

/** The tables and views below the features. */
export const foundations: Readonly<Record<string, Tables>> = {
  'server/platform': {
    admin_changes: onFirst,
    archive_chunks: onFirst,
    archives: onFirst,
    editors: onFirst,
    former_prices: onFirst,
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
    recorded_transfers: view,
    statement_sums: byPlayer(),
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
  // Up to where the ledger may archive.
  sealed_transfers: /^server[/]ledger[/]/,
};

/**
 * Tables that the proofs of other parts read (proofs.ts, carry-proofs.ts), and nothing else: a proof looks at the rows
 * themselves, so that nothing in between can hide what it has to find.
 */
export const tablesForProofs: ReadonlySet<string> = new Set([
  // What moved, and what stands for transfers that left.
  'transfers',
  'carried_months',
  'carried_wallets',
  // Triggers write it, and features read it by what platform has for that (counted.ts).
  'row_counters',
  // Up to when the rows of a table are in an archive.
  'archives',
]);
