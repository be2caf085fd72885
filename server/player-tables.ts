// SPDX-License-Identifier: Apache-2.0

/** The erasure and the export sections that follow from the features' declarations of player tables. */
import type { FeatureModule, PlayerTables } from './feature.ts';
import { modules } from './modules.ts';
import { toCamelCase } from './platform/db/column-names.ts';
import type { Queryable, Tx } from './platform/db/database.ts';
import { deletePlayerRows, readPlayerRows } from './platform/db/player-rows.ts';
import type { TableSection } from './ports.ts';

export const playerTables: PlayerTables = Object.assign(
  {},
  ...Object.values(modules).map(({ playerTables: ofFeature = {} }: FeatureModule) => ofFeature),
);

/** Deletes a player's rows from all these tables. */
export async function deleteAllRows(tx: Tx, playerId: string): Promise<void> {
  for (const [table, { player }] of Object.entries(playerTables))
    await deletePlayerRows(tx, table, { player, playerId });
}

/** Export sections with the declared columns. */
export const tableSections: readonly TableSection[] = Object.entries(playerTables).flatMap(
  ([table, { player, exported }]) =>
    Array.isArray(exported)
      ? [
          {
            name: toCamelCase(table),
            fields: exported.map(toCamelCase),
            read: (db: Queryable, playerId: string) =>
              readPlayerRows(db, table, { player, playerId, columns: exported }),
          },
        ]
      : [],
);
