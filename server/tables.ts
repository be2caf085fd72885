// SPDX-License-Identifier: Apache-2.0

/** Every table and view, by the part of the server that owns it (explained in `db/tables.ts`). */
import { foundations, type Tables } from '../db/tables.ts';
import type { FeatureModule } from './feature.ts';
import { modules } from './modules.ts';

const ofFeatures = Object.entries(modules).map(
  ([name, { tables = [], playerTables = {} }]: [string, FeatureModule]) =>
    [`server/features/${name}`, [...tables, ...Object.keys(playerTables)]] as const,
);

export const tables: Readonly<Record<string, Tables>> = { ...foundations, ...Object.fromEntries(ofFeatures) };
