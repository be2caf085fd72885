// SPDX-License-Identifier: Apache-2.0

import type { ActedWay, CoinWay } from '../../../../contract/coin-limits-admin.ts';
import type { TakeCoins } from '../../../approval-ports.ts';
import type { Config } from '../../../config.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import * as store from './coin-limit-queries.ts';

export type CoinLimits = Config['coinLimits'];

/** The UTC day of a time, as YYYY-MM-DD. */
export function toDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

export const toCoins = (made: readonly store.Made[], way: CoinWay): number =>
  made.find((one) => one.way === way)?.coins ?? 0;

/** A daily limit that an act would exceed. */
export interface Crossed {
  coins: number;
  limit: number;
}

/**
 * Records the coins that an administrator's act creates, unless they would exceed a daily limit: the way's, or the
 * administrator's own limit for it. Serialized, so that the limits hold for concurrent acts; no player waits here.
 */
export async function grantCoins(
  tx: Tx,
  { actorId, makes, at }: { actorId: string; makes: readonly { way: ActedWay; coins: number }[]; at: Date },
  { isOn, ways, administrator }: CoinLimits,
): Promise<Crossed | undefined> {
  if (!isOn || makes.length === 0) return undefined;
  const day = toDay(at);
  await store.lockGrants(tx);
  const made = await store.readGrants(tx, { day, actorId });
  const raises = await store.readRaises(tx, day);
  for (const { way, coins } of makes) {
    const mine = (made.find((one) => one.way === way)?.byActor ?? 0) + coins;
    const all = toCoins(made, way) + coins;
    const limit = ways[way] + toCoins(raises, way);
    if (mine > administrator) return { coins: mine, limit: administrator };
    if (all > limit) return { coins: all, limit };
  }
  await store.insertGrants(tx, { day, actorId, approvalId: null }, makes);
  return undefined;
}

/** Takes automatically created coins, as far as the day's limit allows. */
export function createTakeCoins({ clock, limits }: { clock: Clock; limits: CoinLimits }): TakeCoins {
  return async (tx, way, wanted) => {
    if (!limits.isOn) return true;
    const coins = typeof wanted === 'number' ? wanted : await wanted();
    if (coins <= 0) return true;
    return store.takeFromStripes(tx, { day: toDay(clock.now()), way, coins, limit: limits.ways[way] });
  };
}

/** Coins created on a day, by administrators' acts and automatically, and the raises of its limits. */
export async function readMade(db: Queryable, day: string, actorId: string) {
  const grants = await store.readGrants(db, { day, actorId });
  const stripes = await store.readStripes(db, day);
  return { grants, stripes, raises: await store.readRaises(db, day) };
}
