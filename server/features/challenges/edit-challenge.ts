// SPDX-License-Identifier: Apache-2.0

import type { AdminChallenge, ChallengeInput } from '../../../contract/challenges-admin.ts';
import type { LoadedFields } from '../../../contract/edits.ts';
import type { AskApproval, CarryOut } from '../../approval-ports.ts';
import type { Clock } from '../../platform/clock.ts';
import {
  type AdminChange,
  asEdit,
  type Changed,
  changeAndRecord,
  changeOnce,
} from '../../platform/db/admin-changes.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { recordEditors, type Writers } from '../../platform/db/editors.ts';
import { mergeEdit, requireAsShown } from '../../platform/merge-edit.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import {
  findForAdmins,
  lockChallenge,
  markDeleted,
  setVariants,
  updateChallenge,
} from './challenge-admin-store.ts';
import { insertChallenge } from './challenge-store.ts';
import { highestRaise } from './rules.ts';

/**
 * What administrators do with challenges. An attempt keeps the terms that it began under (0004_challenges.sql), so
 * nothing here affects a running attempt.
 */
export interface EditDeps {
  db: Database;
  clock: Clock;
  askApproval: AskApproval;
}

/** What is stored for changes that wait for approval. */
interface AskedChallenge {
  challenge: ChallengeInput;
}
interface AskedEdit {
  challengeId: string;
  challenge: Partial<ChallengeInput>;
  loaded?: LoadedFields;
}

const createOperation = 'challenge.create';
const changeOperation = 'challenge.change';

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

/** Creates a challenge, once per key. Refuses `idempotency_key_reused`, and `waits_for_approval` above the limit. */
export function createChallenge(
  {
    actorId,
    idempotencyKey,
    challenge,
  }: { actorId: string; idempotencyKey: string; challenge: ChallengeInput },
  { db, clock, askApproval }: EditDeps,
): Promise<AdminChallenge | Refusal> {
  const input = { operation: createOperation, challenge };
  return db.transaction((tx) =>
    changeOnce<AdminChallenge>(tx, { playerId: actorId, key: idempotencyKey, input }, async () => {
      const waits = await askApproval(tx, {
        actorId,
        operation: createOperation,
        permission: 'challenges:write',
        measure: () => [{ kind: 'challengeReward', coins: highestRaise(challenge.challengeVariants, []) }],
        title: `Create the challenge “${challenge.description}”`,
        subject: 'challenge',
        before: null,
        after: challenge,
        input: { challenge } satisfies AskedChallenge,
      });
      return waits ?? insert(tx, { actorId, challenge }, { clock });
    }),
  );
}

async function insert(
  tx: Tx,
  { challenge, ...writers }: Writers & AskedChallenge,
  { clock }: Pick<EditDeps, 'clock'>,
): Promise<Changed<AdminChallenge>> {
  const challengeId = await insertChallenge(tx, challenge);
  await setVariants(tx, challengeId, challenge.challengeVariants);
  await recordEditors(tx, `challenge:${challengeId}`, writers, clock.now());
  const after = await view(tx, challengeId);
  return { answer: after, change: toChange(challengeId, 'create', { before: null, after }) };
}

type ChallengeEdit = Writers & AskedEdit;

/**
 * Changes the given fields of a challenge; they apply to entries from now on. Refuses `not_found`, `changed_meanwhile`,
 * and `waits_for_approval` above the limit.
 */
export function editChallenge(
  edit: ChallengeEdit,
  { db, clock, askApproval }: EditDeps,
): Promise<AdminChallenge | Refusal> {
  return db.transaction<AdminChallenge | Refusal>((tx) =>
    editWithin(tx, edit, { clock }, (before, after) => {
      const { actorId, ...asked } = edit;
      return askApproval(tx, {
        actorId,
        operation: changeOperation,
        permission: 'challenges:write',
        measure: () => [
          {
            kind: 'challengeReward',
            coins: highestRaise(after.challengeVariants, before.challengeVariants),
          },
        ],
        title: `Change the challenge “${before.description}”`,
        subject: `challenge:${edit.challengeId}`,
        before: toTerms(before),
        after: toTerms(after),
        input: asked satisfies AskedEdit,
      });
    }),
  );
}

function editWithin(
  tx: Tx,
  { actorId, approverId, challengeId, challenge: sent, loaded }: ChallengeEdit,
  { clock }: Pick<EditDeps, 'clock'>,
  ask: (before: AdminChallenge, after: ChallengeInput) => Promise<Refusal | undefined>,
): Promise<AdminChallenge | Refusal> {
  return changeAndRecord(tx, actorId, async () => {
    if (!(await lockChallenge(tx, challengeId))) return refuse('not_found');
    const before = await view(tx, challengeId);
    const challenge = mergeEdit({ sent, loaded, current: before });
    if (isRefusal(challenge)) return challenge;
    const terms = { ...before, ...challenge };
    const waits = await ask(before, terms);
    if (waits) return waits;
    await updateChallenge(tx, challengeId, terms, clock.now());
    if (challenge.challengeVariants) await setVariants(tx, challengeId, challenge.challengeVariants);
    const after = await view(tx, challengeId);
    const edit = asEdit(toChange(challengeId, 'change', { before, after }));
    // Saving it unchanged edits nothing, so that administrator may still enter it.
    if (edit.change) {
      await recordEditors(tx, edit.change.subject, { actorId, approverId: approverId ?? null }, clock.now());
    }
    return { answer: after, ...edit };
  });
}

/** What approvers see of a waiting change. */
const toTerms = ({ description, isActive, challengeVariants }: ChallengeInput): ChallengeInput => ({
  description,
  isActive,
  challengeVariants: challengeVariants.map(({ requiredPlacement, requiredKills, entryFeeGC, rewardGC }) => ({
    requiredPlacement,
    requiredKills,
    entryFeeGC,
    rewardGC,
  })),
});

/** Carries out changes of challenges that a second administrator has approved. */
export function approvableChallenges(deps: Pick<EditDeps, 'clock'>) {
  return {
    [createOperation]: (tx, { actorId, approverId, input }) =>
      changeAndRecord(tx, actorId, () =>
        insert(tx, { ...(input as AskedChallenge), actorId, approverId }, deps),
      ),
    [changeOperation]: (tx, { actorId, approverId, input, before: shown }) =>
      editWithin(tx, { ...(input as AskedEdit), actorId, approverId }, deps, async (before) =>
        requireAsShown(shown, toTerms(before)),
      ),
  } satisfies Record<string, CarryOut>;
}

/** Takes a challenge out of every list. Its attempts stay, and running ones go on. Refuses `not_found`. */
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
