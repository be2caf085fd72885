// SPDX-License-Identifier: Apache-2.0

/** Every table and view there is, by the part of the server that owns it (`db/tables.ts` says what that means). */
import { foundations, type Place, type Tables } from '../db/tables.ts';
import { doors } from './doors.ts';
import type { Door } from './feature.ts';

const ofFeatures = Object.entries(doors).map(
  ([name, { tables }]: [string, Door]) => [`server/features/${name}`, tables ?? {}] as const,
);

export const tables: Readonly<Record<string, Tables>> = { ...foundations, ...Object.fromEntries(ofFeatures) };

/** Tables that are at one kind of place, by name, with what is said of it. */
export function findTablesAt<At extends Place['at']>(at: At): Map<string, Extract<Place, { at: At }>> {
  const placed = Object.values(tables).flatMap((owned) => Object.entries(owned));
  return new Map(placed.filter((entry): entry is [string, Extract<Place, { at: At }>] => entry[1].at === at));
}
