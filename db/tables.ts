// SPDX-License-Identifier: Apache-2.0

/**
 * What is said of every table and view: its owner and its place. Those of features stand in their doors
 * (server/features/<name>/feature.ts), all of them together in server/tables.ts.
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
  | { at: 'player-later'; since: string; plan: string; parent?: string }
  /** Small, written by administrators, and joined with everything: a copy on each server. */
  | { at: 'everywhere' }
  /**
   * Of the installation, of administrators, stock that all buy from, or what is made of everybody's rows. What of it grows with
   * the players, and what is done about that, stands in docs/scale.md.
   */
  | { at: 'first-server' }
  /** Where its tables are. */
  | { at: 'view' };

/** Tables and views of one owner, by name. */
export type Tables = Readonly<Record<string, Place>>;

export const byPlayer = (column = 'player_id'): Place => ({ at: 'player', column });
export const everywhere: Place = { at: 'everywhere' };
export const onFirst: Place = { at: 'first-server' };
export const view: Place = { at: 'view' };

/** @param since when it was known, as a day */
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

/** Those of what is below the features. */
export const foundations: Readonly<Record<string, Tables>> = {
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

/** Views that their owners keep for others, and who reads each. */
export const viewsForOthers: Readonly<Record<string, RegExp>> = {
  player_states: /^server[/]features[/]/,
  session_ends: /^server[/]features[/]notifications[/]/,
  epic_names: /^server[/]features[/]accounts[/]/,
  recorded_changes: /^server[/]features[/]audit-log[/]/,
  recorded_reveals: /^server[/]features[/]audit-log[/]/,
  // The wallet shows what moved, and it is sealed.
  recorded_transfers: /^server[/]features[/](wallet|seals)[/]/,
  // Up to where the ledger may leave.
  sealed_transfers: /^server[/]ledger[/]/,
};

/**
 * Tables that others read too, but in proofs alone (proofs.ts, carry-proofs.ts): a proof looks at the rows themselves, so that
 * nothing between them and it can hide what it is to find.
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
