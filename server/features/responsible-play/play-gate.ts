// SPDX-License-Identifier: Apache-2.0

import { formatAmount, formatUsd } from '../../../contract/amounts.ts';
import { termsVersion } from '../../../contract/terms.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { type Part, part, readPart } from '../../platform/db/parts.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { PlayGate, Spending, SpentSince } from '../../play-ports.ts';
import { findPauseEnd } from './play-pause-store.ts';
import { lockPlay } from './play-queries.ts';
import { findRules } from './play-rule-store.ts';
import { findStatement } from './play-statement-store.ts';
import { asksForTerms, judgePlay, periodMs, settleLimit } from './rules.ts';
import { listLimits } from './spending-limit-store.ts';
import { getAcceptedVersion } from './terms-acceptance-store.ts';

export interface GateDeps {
  clock: Clock;
  /** Whether playing requires rules and accepted terms; if not, everything that no rule restricts is allowed. */
  isDemanded: boolean;
  spentSince: SpentSince;
}

/** Whether the player must accept the terms first. */
export function termsAskedPart(playerId: string, isDemanded: boolean): Part<boolean> {
  return part(getAcceptedVersion(playerId), (accepted: string | null) =>
    asksForTerms({ current: termsVersion, accepted: accepted ?? undefined }, isDemanded),
  );
}

/** The same as a separate query. */
export function areTermsAsked(db: Queryable, playerId: string, isDemanded: boolean): Promise<boolean> {
  return readPart(db, termsAskedPart(playerId, isDemanded));
}

/** Why a player may neither enter nor pay, at any price. */
export async function findObstacle(
  db: Queryable,
  playerId: string,
  { clock, isDemanded }: Omit<GateDeps, 'spentSince'>,
): Promise<Refusal | undefined> {
  const now = clock.now();
  const standing = {
    rules: await findRules(db, now),
    statement: await findStatement(db, playerId),
    pausedUntil: await findPauseEnd(db, playerId, now),
    isTermsAsked: await areTermsAsked(db, playerId, isDemanded),
  };
  return judgePlay(standing, { isDemanded, now });
}

const periodWords = { day: '24 hours', week: '7 days', month: '30 days' };

function toWords(kind: Spending['kind'], amount: number): string {
  return kind === 'payment' ? formatUsd(amount) : `${formatAmount(amount)} GC`;
}

/** The limit that `amount` more would exceed; with 0, the limit that is already exceeded. */
async function findExceeded(
  db: Queryable,
  { playerId, kind, amount }: Spending,
  { clock, spentSince }: GateDeps,
): Promise<Refusal | undefined> {
  const now = clock.now();
  for (const stored of await listLimits(db, playerId)) {
    const limit = settleLimit(stored, now).amount;
    if (stored.kind !== kind || limit === null) continue;
    const since = new Date(now.getTime() - periodMs[stored.period]);
    const spent = await spentSince[kind](db, playerId, since);
    if (spent + amount <= limit) continue;
    const left = Math.max(0, limit - spent);
    return refuse('spending_limit_reached', {
      limit: toWords(kind, limit),
      left: toWords(kind, left),
      period: periodWords[stored.period],
    });
  }
  return undefined;
}

/**
 * Decides whether a player may enter or pay by card; every entry and card payment must pass it
 * (docs/rules/responsible-play.md, 1).
 */
export function createPlayGate(deps: GateDeps): PlayGate {
  const check: PlayGate['check'] = async (db, spending) =>
    (await findObstacle(db, spending.playerId, deps)) ??
    // Anything free passes every limit.
    (spending.amount === 0 ? undefined : findExceeded(db, spending, deps));
  return {
    check,
    checkBegun: async (db, begun) =>
      (await findObstacle(db, begun.playerId, deps)) ?? findExceeded(db, { ...begun, amount: 0 }, deps),
    async hold(tx, spending) {
      await lockPlay(tx, spending.playerId);
      return check(tx, spending);
    },
  };
}
