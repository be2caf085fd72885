// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import type { fairPlayFilters, fairPlaySorts, Signal } from '../../../contract/fair-play-admin.ts';
import { countedExactly } from '../../../contract/paging.ts';
import { countFound } from '../../platform/db/count-found.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { toPageSql } from '../../platform/db/page.ts';

export interface FairPlayRow {
  playerId: string;
  checkedAt: Date;
  finished: number;
  won: number;
  expected: number;
  winningsGC: number;
  excess: number;
  sharedCards: number;
  sharedAccounts: number;
  sharedNetworks: number;
  signals: Signal[];
  score: number;
  openSince: Date | null;
  dismissedAt: Date | null;
  dismissedScore: number | null;
}

const columns = sql`player_id, checked_at, finished, won, expected, winnings_gc, excess, shared_cards, shared_accounts,
  shared_networks, signals, score, open_since, dismissed_at, dismissed_score`;

export function findRow(db: Queryable, playerId: string): Promise<FairPlayRow | undefined> {
  return db.row(sql`select ${columns} from fair_play_players where player_id = ${playerId}`);
}

export function lockRow(tx: Tx, playerId: string): Promise<FairPlayRow | undefined> {
  return tx.row<FairPlayRow>(
    sql`select ${columns} from fair_play_players where player_id = ${playerId} for update`,
  );
}

/** Stores the findings; leaves a dismissal unchanged. */
export async function saveRow(
  tx: Tx,
  row: Omit<FairPlayRow, 'dismissedAt' | 'dismissedScore'>,
): Promise<void> {
  await tx.run(sql`
    insert into fair_play_players (player_id, checked_at, finished, won, expected, winnings_gc, excess, shared_cards,
      shared_accounts, shared_networks, signals, score, open_since)
    values (${row.playerId}, ${row.checkedAt}, ${row.finished}, ${row.won}, ${row.expected}, ${row.winningsGC}, ${row.excess},
      ${row.sharedCards}, ${row.sharedAccounts}, ${row.sharedNetworks}, ${JSON.stringify(row.signals)}, ${row.score},
      ${row.openSince})
    on conflict (player_id) do update set checked_at = excluded.checked_at, finished = excluded.finished,
      won = excluded.won, expected = excluded.expected, winnings_gc = excluded.winnings_gc, excess = excluded.excess,
      shared_cards = excluded.shared_cards, shared_accounts = excluded.shared_accounts,
      shared_networks = excluded.shared_networks, signals = excluded.signals, score = excluded.score,
      open_since = excluded.open_since`);
}

export async function recordDismissal(
  tx: Tx,
  playerId: string,
  { at, by }: { at: Date; by: string },
): Promise<void> {
  await tx.run(sql`
    update fair_play_players set open_since = null, dismissed_at = ${at}, dismissed_by = ${by}, dismissed_score = score
    where player_id = ${playerId}`);
}

export interface FairPlayQuery {
  search?: string | undefined;
  status?: (typeof fairPlayFilters)[number] | undefined;
  sort: (typeof fairPlaySorts)[number];
  order: 'asc' | 'desc';
  page: number;
  pageSize: number;
}

const sorts: Record<(typeof fairPlaySorts)[number], Sql> = {
  score: sql`score`,
  excess: sql`excess`,
  winnings: sql`winnings_gc`,
  sharedCards: sql`shared_cards`,
  sharedAccounts: sql`shared_accounts`,
  sharedNetworks: sql`shared_networks`,
};

/** @param playerIds players that match the search; undefined without a search */
export async function listRows(
  db: Queryable,
  query: FairPlayQuery,
  playerIds: readonly string[] | undefined,
): Promise<{ rows: FairPlayRow[]; total: number; isEstimate: boolean }> {
  const byStatus = {
    open: sql`open_since is not null`,
    dismissed: sql`dismissed_at is not null and open_since is null`,
  };
  const found = sql`
    from fair_play_players where ${query.status ? byStatus[query.status] : sql`true`}
      and ${playerIds ? sql`player_id = any (${[...playerIds]}::uuid[])` : sql`true`}`;
  const direction = query.order === 'asc' ? sql`asc` : sql`desc`;
  const rows = await db.rows<FairPlayRow>(sql`
    select ${columns} ${found} order by ${sorts[query.sort]} ${direction}, player_id ${direction}
    ${toPageSql(query)}`);
  const limits = { exactUpTo: countedExactly, isWellEstimated: !query.search && !query.status };
  return { rows, ...(await countFound(db, found, limits)) };
}
