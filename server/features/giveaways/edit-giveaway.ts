// SPDX-License-Identifier: Apache-2.0

import { randomBytes, randomUUID } from 'node:crypto';
import { computeCommitment } from '../../../contract/draw.ts';
import type { AdminGiveaway, GiveawayInput } from '../../../contract/giveaways-admin.ts';
import { endsTooEarly } from '../../../contract/promotion-terms.ts';
import type { ApprovalMeasure } from '../../approval-ports.ts';
import { creatable, type Edit } from '../../editable.ts';
import type { Replay } from '../../platform/db/answer-once.ts';
import type { Tx } from '../../platform/db/database.ts';
import { recordEditors, type Writers } from '../../platform/db/editors.ts';
import { publish } from '../../platform/jobs/outbox.ts';
import { publishToAll } from '../../platform/live/publish.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import * as entryStore from './giveaway-entry-store.ts';
import * as store from './giveaway-store.ts';
import type { GiveawaysDeps } from './prizes/pay-prizes.ts';
import { hasSameTerms, type Prizes, prizeCoins, toTerms } from './rules.ts';
import { viewForAdmins, viewTerms } from './views.ts';

const createOperation = 'giveaway.create';
const operations = { edit: 'giveaway.update', remove: 'giveaway.delete' };

function findFault({ startDate, endDate }: GiveawayInput): Refusal | undefined {
  if (new Date(endDate) > new Date(startDate)) return undefined;
  return refuse('giveaway_invalid', { fault: endsTooEarly });
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

/** Stores only the id for replays: entrants have names, which are erased with their accounts. */
function createReplay(tx: Tx, deps: GiveawaysDeps): Replay<AdminGiveaway, unknown> {
  return {
    toKept: ({ _id }) => ({ _id }),
    restore: async (kept) => (await view(tx, (kept as { _id: string })._id, deps)) ?? refuse('not_found'),
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

/**
 * A draw pays automatically, so setting its prizes needs approval. Prizes that were already as high need no new one.
 */
const measure = (giveaway: Prizes, before?: Prizes): ApprovalMeasure[] => {
  const coins = prizeCoins(giveaway);
  const more = Math.max(0, coins - (before ? prizeCoins(before) : 0));
  return [{ kind: 'payout', coins: more > 0 ? coins : 0, makes: { way: 'giveaways', coins: more } }];
};

async function insert(tx: Tx, giveaway: GiveawayInput, writers: Writers, deps: GiveawaysDeps) {
  const id = randomUUID();
  await store.insertGiveaway(tx, id, giveaway, await commitTo(id, giveaway));
  return finish(tx, { ...writers, action: createOperation, id, before: null }, deps);
}

const toInput = (row: store.GiveawayRow) => ({
  ...row,
  startDate: row.startsAt.toISOString(),
  endDate: row.endsAt.toISOString(),
});

/** Once a player has entered, only whether it is active can change. */
async function checkEdit(
  tx: Tx,
  { id, row, before, after }: Edit<store.GiveawayRow, GiveawayInput>,
): Promise<Refusal | undefined> {
  if (hasSameTerms(toTerms(id, before), toTerms(id, after))) return undefined;
  const fault = findFault(after);
  if (fault) return fault;
  return row.drawnAt || (await entryStore.hasEntries(tx, id)) ? refuse('giveaway_frozen') : undefined;
}

async function update(
  tx: Tx,
  { id, row, before, after, ...writers }: Edit<store.GiveawayRow, GiveawayInput>,
  deps: GiveawaysDeps,
) {
  if (!hasSameTerms(toTerms(id, before), toTerms(id, after))) {
    await store.updateGiveaway(tx, id, after, await commitTo(id, after));
  } else if (after.isActive !== before.isActive) {
    await store.setActive(tx, id, after.isActive);
  } else {
    // Saving it unchanged is not an edit, so the administrator may still enter.
    return { answer: await viewLocked(tx, id, deps) };
  }
  const was = viewTerms(row, deps.clock.now());
  return finish(tx, { ...writers, action: operations.edit, id, before: was }, deps);
}

/** The part of a waiting change that approvers see. */
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

/** Why an approval came too late: players could no longer enter. Undefined if they still can. */
function reasonOver({ endDate }: GiveawayInput, { clock }: GiveawaysDeps): Refusal | undefined {
  if (new Date(endDate) > clock.now()) return undefined;
  return refuse('giveaway_invalid', { fault: 'It would end before it’s approved' });
}

/** Each giveaway commits to its draw before players can enter. One without entries can be deleted. */
export const giveawayEdits = creatable<store.GiveawayRow, GiveawayInput, AdminGiveaway, GiveawaysDeps>({
  kind: 'giveaway',
  operations,
  permission: 'giveaways:write',
  stored: { id: 'giveawayId', terms: 'giveaway', removedId: 'id' },
  title: ({ title }) => `Change the giveaway “${title}”`,
  lock: store.lockGiveaway,
  toTerms: toInput,
  show: toShown,
  measure: (_tx, { before, after }) => measure(after, before),
  check: checkEdit,
  checkApproved: reasonOver,
  creation: {
    operation: createOperation,
    title: ({ title }) => `Create the giveaway “${title}”`,
    measure: (_tx, terms) => measure(terms),
    check: findFault,
    insert,
  },
  update,
  checkRemoval: async (tx, id) =>
    (await entryStore.hasEntries(tx, id)) ? refuse('giveaway_frozen') : undefined,
  async remove(tx, { id }, { clock }) {
    await store.deleteGiveaway(tx, id, clock.now());
    await publishToAll(tx, 'giveaway', { giveawayId: id, participants: 0, isCompleted: false }, id);
  },
  replay: createReplay,
});
