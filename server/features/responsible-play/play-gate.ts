// SPDX-License-Identifier: Apache-2.0

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
  /** Whether playing waits for rules and for accepted terms; otherwise what nobody set is open. */
  isDemanded: boolean;
  spentSince: SpentSince;
}

/** Whether the player is to accept the terms first. */
export function termsAskedPart(playerId: string, isDemanded: boolean): Part<boolean> {
  return part(getAcceptedVersion(playerId), (accepted: string | null) =>
    asksForTerms({ current: termsVersion, accepted: accepted ?? undefined }, isDemanded),
  );
}

/** The same on its own. */
export function areTermsAsked(db: Queryable, playerId: string, isDemanded: boolean): Promise<boolean> {
  return readPart(db, termsAskedPart(playerId, isDemanded));
}

/** What keeps a player from entering and paying at any price. */
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
  return kind === 'payment' ? `$${(amount / 100).toFixed(2)}` : `${amount.toLocaleString('en-US')} GC`;
}

/** Which limit has too little left for `amount` more; 0: which is exceeded as it is. */
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

/** Where entries and card payments ask whether their player may (docs/rules.md, Responsible play). */
export function createPlayGate(deps: GateDeps): PlayGate {
  const check: PlayGate['check'] = async (db, spending) =>
    (await findObstacle(db, spending.playerId, deps)) ??
    // What costs nothing passes every limit.
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
