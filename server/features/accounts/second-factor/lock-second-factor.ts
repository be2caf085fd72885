// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import type { FactorChange } from '../../../../contract/second-factor.ts';
import type { Clock } from '../../../platform/clock.ts';
import { recordAdminChange } from '../../../platform/db/admin-changes.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { publish } from '../../../platform/jobs/outbox.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import { publishLive } from '../../../platform/live/publish.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { type Factors, readFactors } from '../factor-queries.ts';
import { lockActivePlayer } from '../player-store.ts';
import { holdRights } from '../roles/authority.ts';
import { holdSession } from '../sessions/session-store.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { type App, findApp } from './authenticator-app-store.ts';
import { requireFactor } from './demand-factor.ts';

export interface FactorDeps {
  db: Database;
  clock: Clock;
  sessions: Pick<Sessions, 'forget'>;
  journal: Journal;
  appSecret: string;
  brandName: string;
  publicUrl: string;
  secondFactor: { isDemanded: boolean; freshMs: number };
}

/** The calling player and their session. */
export interface Asker {
  playerId: string;
  sessionId: string;
}

/** A player's factors as of this transaction; no other transaction can change them until it ends. */
export interface LockedFactors extends Factors {
  app: App | undefined;
  session: { createdAt: Date; factorAt: Date | null };
}

/** Locks the calling player and session; refuses `session_ended` if either is gone. */
export async function lockFactors(tx: Tx, { playerId, sessionId }: Asker): Promise<LockedFactors | Refusal> {
  if (!(await lockActivePlayer(tx, playerId))) return refuse('session_ended');
  const session = await holdSession(tx, sessionId);
  if (!session) return refuse('session_ended');
  const app = await findApp(tx, playerId);
  const factors = await readFactors(tx, playerId);
  return { ...factors, app, session };
}

/** Refuses `second_factor_required` unless this session has confirmed one within the last few minutes (`freshMs`). */
export function requireFresh(
  { isEnrolled, session }: LockedFactors,
  { clock, secondFactor }: Pick<FactorDeps, 'clock' | 'secondFactor'>,
): Refusal | undefined {
  const confirmed = { isEnrolled, confirmedAt: session.factorAt };
  return requireFactor(confirmed, { now: clock.now(), freshMs: secondFactor.freshMs });
}

/** The same before any factor exists, when the player needs a recent sign-in instead: refuses `sign_in_stale`. */
export function requireFreshOrNew(held: LockedFactors, deps: FactorDeps): Refusal | undefined {
  if (held.isEnrolled) return requireFresh(held, deps);
  const { freshMs } = deps.secondFactor;
  const isNew = deps.clock.now().getTime() - held.session.createdAt.getTime() < freshMs;
  return isNew ? undefined : refuse('sign_in_stale', { minutes: freshMs / 60_000 });
}

/**
 * Whether the player may set up one more factor now: only administrators who have just proved their identity. Refuses
 * `forbidden` to plain players, `second_factor_required`, `sign_in_stale`, `session_ended`.
 */
export async function holdForEnrolment(
  tx: Tx,
  asker: Asker,
  deps: FactorDeps,
): Promise<LockedFactors | Refusal> {
  const held = await lockFactors(tx, asker);
  if (isRefusal(held)) return held;
  if ((await holdRights(tx, asker.playerId)).size === 0) return refuse('forbidden');
  return requireFreshOrNew(held, deps) ?? held;
}

/**
 * Records a change of a second factor in the audit log, and notifies the player. `changeAndRecord` does not fit: the
 * player usually makes the change, and even a refused call is recorded, such as the last wrong code.
 */
export async function recordFactorChange(
  tx: Tx,
  {
    what,
    playerId,
    actorId = playerId,
    ...change
  }: {
    what: FactorChange;
    playerId: string;
    actorId?: string;
    before?: object;
    after?: object;
    reason?: string;
  },
): Promise<void> {
  await recordAdminChange(tx, {
    actorId,
    action: `second-factor.${what}`,
    subject: `user:${playerId}`,
    before: null,
    after: null,
    ...change,
  });
  await publish(tx, 'player.second-factor-changed', { playerId, changeId: randomUUID(), what });
  await publishLive(tx, playerId, 'profile', {});
}
