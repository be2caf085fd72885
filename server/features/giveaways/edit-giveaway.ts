// SPDX-License-Identifier: Apache-2.0

import { randomBytes, randomUUID } from 'node:crypto';
import { computeCommitment } from '../../../contract/draw.ts';
import type { LoadedFields } from '../../../contract/edits.ts';
import type { AdminGiveaway, GiveawayInput } from '../../../contract/giveaways-admin.ts';
import type { ApprovalMeasure, AskApproval, CarryOut } from '../../approval-ports.ts';
import { changeAndRecord, changeOnce } from '../../platform/db/admin-changes.ts';
import type { Replay } from '../../platform/db/answer-once.ts';
import type { Tx } from '../../platform/db/database.ts';
import { recordEditors, type Writers } from '../../platform/db/editors.ts';
import { publish } from '../../platform/jobs/outbox.ts';
import { publishToAll } from '../../platform/live/publish.ts';
import { mergeEdit, requireAsShown } from '../../platform/merge-edit.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import * as entryStore from './giveaway-entry-store.ts';
import * as store from './giveaway-store.ts';
import type { GiveawaysDeps } from './prizes/pay-prizes.ts';
import { hasSameTerms, type Prizes, prizeCoins, toTerms } from './rules.ts';
import { viewForAdmins, viewTerms } from './views.ts';

export interface GiveawayEditDeps extends GiveawaysDeps {
  askApproval: AskApproval;
}

interface Edit {
  actorId: string;
  idempotencyKey: string;
}

function findFault({ startDate, endDate }: GiveawayInput): Refusal | undefined {
  if (new Date(endDate) > new Date(startDate)) return undefined;
  return refuse('giveaway_invalid', { fault: 'The end must be after the start' });
}

/** A new secret, and the commitment that binds it to the terms. */
export async function commitTo(giveawayId: string, giveaway: GiveawayInput): Promise<store.Secret> {
  const seed = randomBytes(32).toString('hex');
  return { seed, commitment: await computeCommitment(seed, toTerms(giveawayId, giveaway)) };
}

async function view(tx: Tx, id: string, deps: GiveawaysDeps): Promise<AdminGiveaway | undefined> {
  const row = await store.findGiveaway(tx, id);
  return row && (await viewForAdmins(tx, [row], deps))[0];
}

async function viewLocked(tx: Tx, id: string, deps: GiveawaysDeps): Promise<AdminGiveaway> {
  const answer = await view(tx, id, deps);
  if (!answer) throw new Error(`giveaway ${id} vanished while it was edited`);
  return answer;
}

/** Keeps only the id for replays: entrants have names, which are erased with their accounts. */
function replayIn(tx: Tx, deps: GiveawaysDeps): Replay<AdminGiveaway, Pick<AdminGiveaway, '_id'>> {
  return {
    toKept: ({ _id }) => ({ _id }),
    restore: async ({ _id }) => (await view(tx, _id, deps)) ?? refuse('not_found'),
  };
}

async function finish(
  tx: Tx,
  {
    actorId,
    approverId = null,
    action,
    id,
    before,
  }: Writers & { action: string; id: string; before: unknown },
  deps: GiveawaysDeps,
) {
  const subject = `giveaway:${id}`;
  await recordEditors(tx, subject, { actorId, approverId }, deps.clock.now());
  for (const playerId of [actorId, approverId]) {
    if (playerId && (await entryStore.takeOut(tx, id, playerId))) {
      await publish(tx, 'giveaway.left', { giveawayId: id, playerId });
    }
  }
  const answer = await viewLocked(tx, id, deps);
  const { participants: _, prizes: __, participantCount, ...after } = answer;
  const said = { giveawayId: id, participants: participantCount, isCompleted: answer.isCompleted };
  await publishToAll(tx, 'giveaway', said, id);
  return { answer, change: { action, subject, before, after } };
}

/** What is stored for changes that wait for approval. */
interface AskedGiveaway {
  giveaway: GiveawayInput;
}
interface AskedEdit extends AskedGiveaway {
  giveawayId: string;
  loaded: LoadedFields;
}

const createOperation = 'giveaway.create';
const updateOperation = 'giveaway.update';

/**
 * A draw pays automatically, so its prizes need approval when they are set. Prizes that were already as high need no
 * new one.
 */
const measure = (giveaway: Prizes, before?: Prizes): ApprovalMeasure[] => {
  const coins = prizeCoins(giveaway);
  const more = Math.max(0, coins - (before ? prizeCoins(before) : 0));
  return [{ kind: 'payout', coins: more > 0 ? coins : 0, makes: { way: 'giveaways', coins: more } }];
};

/**
 * Creates a giveaway and commits to its draw before players can enter. Refuses `giveaway_invalid`, and
 * `waits_for_approval` above the limit.
 */
export function createGiveaway(
  { actorId, idempotencyKey, giveaway }: Edit & AskedGiveaway,
  deps: GiveawayEditDeps,
): Promise<AdminGiveaway | Refusal> {
  const request = {
    playerId: actorId,
    key: idempotencyKey,
    input: { operation: createOperation, giveaway },
  };
  return deps.db.transaction<AdminGiveaway | Refusal>(async (tx) => {
    const create = async () => {
      const fault = findFault(giveaway);
      if (fault) return fault;
      const waits = await deps.askApproval(tx, {
        actorId,
        operation: createOperation,
        permission: 'giveaways:write',
        measure: () => measure(giveaway),
        title: `Create the giveaway “${giveaway.title}”`,
        subject: 'giveaway',
        before: null,
        after: giveaway,
        input: { giveaway } satisfies AskedGiveaway,
      });
      return waits ?? insert(tx, { actorId, giveaway }, deps);
    };
    return changeOnce(tx, request, create, replayIn(tx, deps));
  });
}

async function insert(tx: Tx, { giveaway, ...writers }: Writers & AskedGiveaway, deps: GiveawaysDeps) {
  const id = randomUUID();
  await store.insertGiveaway(tx, id, giveaway, await commitTo(id, giveaway));
  return finish(tx, { ...writers, action: createOperation, id, before: null }, deps);
}

/**
 * Changes a giveaway. Once a player has entered, only whether it is active can change: other terms are refused with
 * `giveaway_frozen`. Also refuses `not_found`, `changed_meanwhile` and `giveaway_invalid`, and `waits_for_approval`
 * above the limit.
 */
export function editGiveaway(
  { actorId, idempotencyKey, giveawayId: id, giveaway: sent, loaded }: Edit & AskedEdit,
  deps: GiveawayEditDeps,
): Promise<AdminGiveaway | Refusal> {
  const request = {
    playerId: actorId,
    key: idempotencyKey,
    input: { operation: updateOperation, id, giveaway: sent, loaded },
  };
  return deps.db.transaction<AdminGiveaway | Refusal>(async (tx) => {
    const before = await store.lockGiveaway(tx, id);
    const asked = { giveawayId: id, giveaway: sent, loaded };
    const edit = () =>
      editLocked(tx, { ...asked, actorId, before }, deps, (old, after) =>
        deps.askApproval(tx, {
          actorId,
          operation: updateOperation,
          permission: 'giveaways:write',
          measure: () => measure(after, old),
          title: `Change the giveaway “${old.title}”`,
          subject: `giveaway:${id}`,
          before: toShown(old),
          after: toShown(after),
          input: asked satisfies AskedEdit,
        }),
      );
    return changeOnce(tx, request, edit, replayIn(tx, deps));
  });
}

const toInput = (row: store.GiveawayRow) => ({
  ...row,
  startDate: row.startsAt.toISOString(),
  endDate: row.endsAt.toISOString(),
});

async function editLocked(
  tx: Tx,
  {
    giveawayId: id,
    giveaway: sent,
    loaded,
    before,
    ...writers
  }: Writers & AskedEdit & { before: store.GiveawayRow | undefined },
  deps: GiveawaysDeps,
  mayNot: (before: GiveawayInput, after: GiveawayInput) => Promise<Refusal | undefined>,
) {
  if (!before) return refuse('not_found');
  const old = toInput(before);
  const giveaway = mergeEdit({ sent, loaded, current: old });
  if (isRefusal(giveaway)) return giveaway;
  const isSame = hasSameTerms(toTerms(id, old), toTerms(id, giveaway));
  if (!isSame) {
    const fault = findFault(giveaway);
    if (fault) return fault;
    if (before.drawnAt || (await entryStore.hasEntries(tx, id))) return refuse('giveaway_frozen');
    const waits = await mayNot(old, giveaway);
    if (waits) return waits;
    await store.updateGiveaway(tx, id, giveaway, await commitTo(id, giveaway));
  } else if (giveaway.isActive !== before.isActive) {
    await store.setActive(tx, id, giveaway.isActive);
  } else {
    // Saving it unchanged is not an edit, so it does not bar the administrator from entering.
    return { answer: await viewLocked(tx, id, deps) };
  }
  const was = viewTerms(before, deps.clock.now());
  return finish(tx, { ...writers, action: updateOperation, id, before: was }, deps);
}

/** What approvers see of a waiting change. */
const toShown = ({
  title,
  prizeType,
  prizeAmount,
  winnerCount,
  startDate,
  endDate,
  isActive,
}: GiveawayInput) => ({
  title,
  prizeType,
  prizeAmount,
  winnerCount,
  startDate,
  endDate,
  isActive,
});

/** Why an approval came too late: players could not enter any more. Undefined if they still can. */
function reasonOver({ endDate }: GiveawayInput, { clock }: GiveawaysDeps): Refusal | undefined {
  if (new Date(endDate) > clock.now()) return undefined;
  return refuse('giveaway_invalid', { fault: 'It would have ended before it was approved' });
}

/** Carries out changes of giveaways that a second administrator has approved. */
export function approvableGiveaways(deps: GiveawaysDeps) {
  return {
    [createOperation]: (tx, { actorId, approverId, input }) => {
      const { giveaway } = input as AskedGiveaway;
      return changeAndRecord(tx, actorId, async () => {
        return (
          findFault(giveaway) ??
          reasonOver(giveaway, deps) ??
          insert(tx, { actorId, approverId, giveaway }, deps)
        );
      });
    },
    [updateOperation]: async (tx, { actorId, approverId, input, before: shown }) => {
      const asked = input as AskedEdit;
      const before = await store.lockGiveaway(tx, asked.giveawayId);
      // Before anything else: what another administrator saved may make the change a smaller one, or none.
      const changed = before && requireAsShown(shown, toShown(toInput(before)));
      if (changed) return changed;
      return changeAndRecord(tx, actorId, () =>
        editLocked(tx, { ...asked, actorId, approverId, before }, deps, async (_, now) =>
          reasonOver(now, deps),
        ),
      );
    },
  } satisfies Record<string, CarryOut>;
}

/** Deletes a giveaway without entries. Refuses `not_found`, and `giveaway_frozen` if it has any. */
export function deleteGiveaway(
  { actorId, idempotencyKey, giveawayId: id }: Edit & { giveawayId: string },
  { db, clock }: GiveawaysDeps,
): Promise<Record<string, never> | Refusal> {
  const request = { playerId: actorId, key: idempotencyKey, input: { operation: 'giveaway.delete', id } };
  return db.transaction<Record<string, never> | Refusal>(async (tx) => {
    const before = await store.lockGiveaway(tx, id);
    return changeOnce<Record<string, never>>(tx, request, async () => {
      if (!before) return refuse('not_found');
      if (await entryStore.hasEntries(tx, id)) return refuse('giveaway_frozen');
      await store.deleteGiveaway(tx, id, clock.now());
      await publishToAll(tx, 'giveaway', { giveawayId: id, participants: 0, isCompleted: false }, id);
      return {
        answer: {},
        change: { action: 'giveaway.delete', subject: `giveaway:${id}`, before, after: null },
      };
    });
  });
}
