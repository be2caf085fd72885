// SPDX-License-Identifier: Apache-2.0

import type { PauseLength, SpendingLimit } from '../../../contract/responsible-play.ts';
import { termsVersion } from '../../../contract/terms.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/jobs/outbox.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import * as pauseStore from './play-pause-store.ts';
import * as playStore from './play-queries.ts';
import * as statementStore from './play-statement-store.ts';
import { viewLimit, viewStatement } from './read-play.ts';
import { changeLimit, pauseEnd, type Statement } from './rules.ts';
import { listLimits, writeLimit } from './spending-limit-store.ts';
import * as termsStore from './terms-acceptance-store.ts';

export interface ChangeDeps {
  db: Database;
  clock: Clock;
}

/** Players can state this once; repeating the same statement returns the same result. Refuses `play_stated_already`. */
export function saveStatementOnce(
  { playerId, ...statement }: Statement & { playerId: string },
  { db, clock }: ChangeDeps,
): Promise<ReturnType<typeof viewStatement> | Refusal> {
  return db.transaction(async (tx) => {
    await statementStore.insertStatement(tx, playerId, statement, clock.now());
    const kept = await statementStore.findStatement(tx, playerId);
    const isTheSame = kept?.birthDate === statement.birthDate && kept.region === statement.region;
    return isTheSame ? viewStatement(kept) : refuse('play_stated_already');
  });
}

export function setLimit(
  {
    playerId,
    kind,
    period,
    amount,
  }: Pick<SpendingLimit, 'kind' | 'period' | 'amount'> & { playerId: string },
  { db, clock }: ChangeDeps,
): Promise<SpendingLimit> {
  return db.transaction(async (tx) => {
    await playStore.lockPlay(tx, playerId);
    const now = clock.now();
    const stored = (await listLimits(tx, playerId)).find((one) => one.kind === kind && one.period === period);
    const row = { kind, period, ...changeLimit(stored, amount, now) };
    await writeLimit(tx, playerId, row);
    // A looser limit waits, so it restricts nothing.
    if (row.nextAt === null && row.amount !== null) await publish(tx, 'play.tightened', { playerId });
    return viewLimit(row, now);
  });
}

/** Pauses from now on; a longer running pause stays. Withdraws open payments. */
export function pausePlay(
  { playerId, lasts }: { playerId: string; lasts: PauseLength },
  { db, clock }: ChangeDeps,
): Promise<{ until: string }> {
  return db.transaction(async (tx) => {
    await playStore.lockPlay(tx, playerId);
    const now = clock.now();
    const until = pauseEnd(lasts, now);
    const present = await pauseStore.findPauseEnd(tx, playerId, now);
    if (present && present >= until) return { until: present.toISOString() };
    await pauseStore.insertPause(tx, { playerId, beganAt: now, until });
    await publish(tx, 'play.paused', { playerId });
    return { until: until.toISOString() };
  });
}

/** Continues the pause of the same person's earlier account. */
export async function resumePause(tx: Tx, playerId: string, until: Date, now: Date): Promise<void> {
  if (until > now) await pauseStore.insertPause(tx, { playerId, beganAt: now, until });
}

/** Refuses `terms_outdated` if the terms in force are no longer those that the player read. */
export function acceptTerms(
  { playerId, version }: { playerId: string; version: string },
  { db, clock }: ChangeDeps,
): Promise<{ version: string; at: string } | Refusal> {
  return db.transaction<{ version: string; at: string } | Refusal>(async (tx) => {
    if (version !== termsVersion) return refuse('terms_outdated');
    const since = await termsStore.insertAcceptance(tx, playerId, { version, acceptedAt: clock.now() });
    return { version, at: since.toISOString() };
  });
}
