// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import type { FactorChange } from '../../../../contract/second-factor.ts';
import type { Clock } from '../../../platform/clock.ts';
import { recordAdminChange } from '../../../platform/db/admin-changes.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { publish } from '../../../platform/jobs/outbox.ts';
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
  appSecret: string;
  brandName: string;
  publicUrl: string;
  secondFactor: { isDemanded: boolean; freshMs: number };
}

/** Who asks, by which session. */
export interface Asker {
  playerId: string;
  sessionId: string;
}

/** A player's factors as of this transaction; nobody else changes them until it ends. */
export interface HeldFactors extends Factors {
  app: App | undefined;
  session: { createdAt: Date; factorAt: Date | null };
}

/** Holds a player with the session that asks; refuses `session_ended` where either is gone. */
export async function holdFactors(tx: Tx, { playerId, sessionId }: Asker): Promise<HeldFactors | Refusal> {
  if (!(await lockActivePlayer(tx, playerId))) return refuse('session_ended');
  const session = await holdSession(tx, sessionId);
  if (!session) return refuse('session_ended');
  const app = await findApp(tx, playerId);
  const factors = await readFactors(tx, playerId);
  return { ...factors, app, session };
}

/** Refuses `second_factor_required` unless this session confirmed one minutes ago. */
export function requireFresh(
  { isEnrolled, session }: HeldFactors,
  { clock, secondFactor }: Pick<FactorDeps, 'clock' | 'secondFactor'>,
): Refusal | undefined {
  const confirmed = { isEnrolled, confirmedAt: session.factorAt };
  return requireFactor(confirmed, { now: clock.now(), freshMs: secondFactor.freshMs });
}

/** The same before anything is set up, where it takes a sign-in of minutes ago: refuses `sign_in_stale`. */
function requireFreshOrNew(held: HeldFactors, deps: FactorDeps): Refusal | undefined {
  if (held.isEnrolled) return requireFresh(held, deps);
  const { freshMs } = deps.secondFactor;
  const isNew = deps.clock.now().getTime() - held.session.createdAt.getTime() < freshMs;
  return isNew ? undefined : refuse('sign_in_stale', { minutes: freshMs / 60_000 });
}

/**
 * Whether the player may set one more factor up now: an administrator who proved a moment ago who they are. Refuses `forbidden`
 * to plain players, `second_factor_required`, `sign_in_stale`, `session_ended`.
 */
export async function holdForEnrolment(
  tx: Tx,
  asker: Asker,
  deps: FactorDeps,
): Promise<HeldFactors | Refusal> {
  const held = await holdFactors(tx, asker);
  if (isRefusal(held)) return held;
  if ((await holdRights(tx, asker.playerId)).size === 0) return refuse('forbidden');
  return requireFreshOrNew(held, deps) ?? held;
}

/**
 * What happened to a second factor goes into the audit log, and the player is told, by whichever way. Not by `changeAndRecord`:
 * mostly the player's own doing, also of a call that is refused, as the last wrong code is.
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
