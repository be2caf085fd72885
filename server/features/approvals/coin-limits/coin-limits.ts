// SPDX-License-Identifier: Apache-2.0

import {
  type ActedWay,
  actedWays,
  type CoinLimit,
  type CoinWay,
  coinWays,
} from '../../../../contract/coin-limits-admin.ts';
import type { AskApproval, CarryOut } from '../../../approval-ports.ts';
import type { Clock } from '../../../platform/clock.ts';
import { changeAndRecord, changeOnce } from '../../../platform/db/admin-changes.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { insertRaise } from './coin-limit-queries.ts';
import { type CoinLimits, readMade, toCoins, toDay } from './limit-coins.ts';

export interface CoinLimitsDeps {
  db: Database;
  clock: Clock;
  limits: CoinLimits;
  askApproval: AskApproval;
}

const isActed = (way: CoinWay): way is ActedWay => (actedWays as readonly CoinWay[]).includes(way);
const rest = (limit: number, made: number) => Math.max(0, limit - made);

/** For each way: today's limit, the coins created, and the remainder, in total and for the caller. */
export async function readCoinLimits(
  actorId: string,
  { db, clock, limits }: CoinLimitsDeps,
): Promise<{ isOn: boolean; list: CoinLimit[] }> {
  const { grants, stripes, raises } = await readMade(db, toDay(clock.now()), actorId);
  const list = coinWays.map((way): CoinLimit => {
    const made = toCoins(isActed(way) ? grants : stripes, way);
    const raisedBy = toCoins(raises, way);
    const limit = limits.ways[way] + raisedBy;
    const mine = grants.find((one) => one.way === way)?.byActor ?? 0;
    const own = { limit: limits.administrator, made: mine, left: rest(limits.administrator, mine) };
    return {
      way,
      limit,
      raisedBy,
      made,
      left: rest(limit, made),
      administrator: isActed(way) ? own : null,
    };
  });
  return { isOn: limits.isOn, list };
}

interface AskedRaise {
  way: CoinWay;
  coins: number;
  /** The only day that the raise applies to. */
  day: string;
}

const raiseOperation = 'coin-limit.raise';

/** Raises one of today's limits, once a second administrator approves. */
export function raiseCoinLimit(
  {
    actorId,
    way,
    coins,
    reason,
    idempotencyKey,
  }: { actorId: string; way: CoinWay; coins: number; reason: string; idempotencyKey: string },
  deps: CoinLimitsDeps,
): Promise<{ limit: number } | Refusal> {
  const input = { operation: raiseOperation, way, coins, reason };
  const asked: AskedRaise = { way, coins, day: toDay(deps.clock.now()) };
  return deps.db.transaction<{ limit: number } | Refusal>((tx) =>
    changeOnce<{ limit: number }>(tx, { playerId: actorId, key: idempotencyKey, input }, async () => {
      const waits = await deps.askApproval(tx, {
        actorId,
        operation: raiseOperation,
        permission: 'events:send',
        measure: () => [{ kind: 'limit', coins }],
        title: `Raise today’s limit of ${way}`,
        subject: `coin-limit:${way}`,
        before: { limit: deps.limits.ways[way] },
        after: { limit: deps.limits.ways[way] + coins, day: asked.day },
        input: asked,
        reason,
      });
      return waits ?? raise(tx, { ...asked, actorId, reason }, deps);
    }),
  );
}

async function raise(
  tx: Tx,
  { way, coins, day, actorId, reason }: AskedRaise & { actorId: string; reason: string },
  { clock, limits }: Pick<CoinLimitsDeps, 'clock' | 'limits'>,
) {
  if (day !== toDay(clock.now())) return refuse('coin_limit_day_over');
  await insertRaise(tx, { way, coins, day, by: actorId });
  const answer = { limit: limits.ways[way] + coins };
  const after = { raisedBy: coins, day };
  const change = { action: raiseOperation, subject: `coin-limit:${way}`, before: null, after, reason };
  return { answer, change };
}

export function approvableRaise(deps: Pick<CoinLimitsDeps, 'clock' | 'limits'>) {
  return {
    [raiseOperation]: (tx, { actorId, input, reason }) =>
      changeAndRecord(tx, actorId, () => raise(tx, { ...(input as AskedRaise), actorId, reason }, deps)),
  } satisfies Record<string, CarryOut>;
}
