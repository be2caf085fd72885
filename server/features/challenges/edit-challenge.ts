import type { AdminChallenge, ChallengeInput } from '../../../contract/challenges-admin.ts';
import type { LoadedFields } from '../../../contract/edits.ts';
import type { Clock } from '../../platform/clock.ts';
import { type AdminChange, changeOnce, recordAdminChange } from '../../platform/db/admin-changes.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { mergeEdit } from '../../platform/merge-edit.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import {
  findForAdmins,
  lockChallenge,
  markDeleted,
  setVariants,
  updateChallenge,
} from './challenge-admin-store.ts';
import { insertChallenge } from './challenge-store.ts';

/**
 * What administrators do with challenges. An attempt keeps the terms that it began under (0004_challenges.sql), so
 * nothing here touches one that runs.
 */
interface EditDeps {
  db: Database;
  clock: Clock;
}

interface Whose {
  actorId: string;
  challengeId: string;
}

function toChange(
  challengeId: string,
  action: 'create' | 'change' | 'delete',
  terms: { before: AdminChallenge | null; after: AdminChallenge | null },
): AdminChange {
  return { action: `challenge.${action}`, subject: `challenge:${challengeId}`, ...terms };
}

async function view(tx: Tx, challengeId: string): Promise<AdminChallenge> {
  const found = await findForAdmins(tx, challengeId);
  if (!found) throw new Error(`challenge ${challengeId} vanished while it was edited`);
  return found;
}

/** Creates a challenge, once per key. Refuses `idempotency_key_reused`. */
export function createChallenge(
  {
    actorId,
    idempotencyKey,
    challenge,
  }: { actorId: string; idempotencyKey: string; challenge: ChallengeInput },
  { db }: EditDeps,
): Promise<AdminChallenge | Refusal> {
  const input = { operation: 'challenge.create', challenge };
  return db.transaction((tx) =>
    changeOnce<AdminChallenge>(tx, { playerId: actorId, key: idempotencyKey, input }, async () => {
      const challengeId = await insertChallenge(tx, challenge);
      await setVariants(tx, challengeId, challenge.challengeVariants);
      const after = await view(tx, challengeId);
      return { answer: after, change: toChange(challengeId, 'create', { before: null, after }) };
    }),
  );
}

/** Changes what is named of a challenge for those who enter from now on. Refuses `not_found` and `changed_meanwhile`. */
export function editChallenge(
  {
    challenge: sent,
    loaded,
    ...whose
  }: Whose & { challenge: Partial<ChallengeInput>; loaded?: LoadedFields },
  { db, clock }: EditDeps,
): Promise<AdminChallenge | Refusal> {
  return db.transaction<AdminChallenge | Refusal>(async (tx) => {
    if (!(await lockChallenge(tx, whose.challengeId))) return refuse('not_found');
    const before = await view(tx, whose.challengeId);
    const challenge = mergeEdit({ sent, loaded, current: before });
    if (isRefusal(challenge)) return challenge;
    await updateChallenge(tx, whose.challengeId, { ...before, ...challenge }, clock.now());
    if (challenge.challengeVariants) await setVariants(tx, whose.challengeId, challenge.challengeVariants);
    const after = await view(tx, whose.challengeId);
    const change = toChange(whose.challengeId, 'change', { before, after });
    await recordAdminChange(tx, { actorId: whose.actorId, ...change });
    return after;
  });
}

/** Takes a challenge out of every list; its attempts stay, and those that run go on. Refuses `not_found`. */
export function deleteChallenge(
  { actorId, challengeId, idempotencyKey }: Whose & { idempotencyKey: string },
  { db, clock }: EditDeps,
): Promise<Record<string, never> | Refusal> {
  const request = {
    playerId: actorId,
    key: idempotencyKey,
    input: { operation: 'challenge.delete', challengeId },
  };
  return db.transaction<Record<string, never> | Refusal>(async (tx) => {
    const isThere = await lockChallenge(tx, challengeId);
    return changeOnce<Record<string, never>>(tx, request, async () => {
      if (!isThere) return refuse('not_found');
      const before = await view(tx, challengeId);
      await markDeleted(tx, challengeId, clock.now());
      return { answer: {}, change: toChange(challengeId, 'delete', { before, after: null }) };
    });
  });
}
