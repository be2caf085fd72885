// SPDX-License-Identifier: Apache-2.0

/** Every table and view, by the part of the server that owns it (explained in `db/tables.ts`). */
import { foundations, type Tables } from '../db/tables.ts';
import { doors } from './doors.ts';
import type { Door } from './feature.ts';

const ofFeatures = Object.entries(doors).map(
  ([name, { tables }]: [string, Door]) => [`server/features/${name}`, tables ?? []] as const,
);

export const tables: Readonly<Record<string, Tables>> = { ...foundations, ...Object.fromEntries(ofFeatures) };
