// SPDX-License-Identifier: Apache-2.0

import { errorMessage } from '../../../contract/errors.ts';
import { type OwnPlay, spendingKinds, spendingPeriods } from '../../../contract/responsible-play.ts';
import { termsVersion } from '../../../contract/terms.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { areTermsAsked, findObstacle, type GateDeps } from './play-gate.ts';
import { findPauseEnd } from './play-pause-store.ts';
import { findStatement, type StatementRow } from './play-statement-store.ts';
import { type Limit, periodMs, settleLimit } from './rules.ts';
import { type LimitRow, listLimits } from './spending-limit-store.ts';
import { findAcceptance } from './terms-acceptance-store.ts';

export function viewStatement({ birthDate, region, statedAt }: StatementRow) {
  return { birthDate, region, statedAt: statedAt.toISOString() };
}

/** A limit as it applies at `now`. */
export function viewLimit({ kind, period, ...stored }: LimitRow, now: Date) {
  const { amount, nextAmount, nextAt } = settleLimit(stored, now);
  return { kind, period, amount, next: nextAt && { amount: nextAmount, at: nextAt.toISOString() } };
}

const unset: Limit = { amount: null, nextAmount: null, nextAt: null };

async function readLimits(db: Queryable, playerId: string, { clock, spentSince }: GateDeps) {
  const now = clock.now();
  const stored = await listLimits(db, playerId);
  const limits: OwnPlay['limits'] = [];
  for (const kind of spendingKinds) {
    for (const period of spendingPeriods) {
      const row = stored.find((one) => one.kind === kind && one.period === period);
      const since = new Date(now.getTime() - periodMs[period]);
      const spent = await spentSince[kind](db, playerId, since);
      limits.push({ ...viewLimit(row ?? { kind, period, ...unset }, now), spent });
    }
  }
  return limits;
}

export async function readPlay(db: Queryable, playerId: string, deps: GateDeps): Promise<OwnPlay> {
  const statement = await findStatement(db, playerId);
  const pausedUntil = await findPauseEnd(db, playerId, deps.clock.now());
  const accepted = await findAcceptance(db, playerId);
  const obstacle = await findObstacle(db, playerId, deps);
  return {
    statement: statement ? viewStatement(statement) : null,
    limits: await readLimits(db, playerId, deps),
    pausedUntil: pausedUntil?.toISOString() ?? null,
    terms: {
      version: termsVersion,
      accepted: accepted ? { version: accepted.version, at: accepted.acceptedAt.toISOString() } : null,
      isAsked: await areTermsAsked(db, playerId, deps.isDemanded),
    },
    refusal: obstacle
      ? { code: obstacle.refused, message: errorMessage(obstacle.refused, obstacle.data) }
      : null,
  };
}
