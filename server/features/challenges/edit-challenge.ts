// SPDX-License-Identifier: Apache-2.0

import { isDeepStrictEqual } from 'node:util';
import type { AdminChallenge, ChallengeInput } from '../../../contract/challenges-admin.ts';
import { gameOf, theGame } from '../../../contract/games/games.ts';
import { rulesOf } from '../../../contract/games/rules.ts';
import type { ApprovalMeasure } from '../../approval-ports.ts';
import { creatable, type Edit } from '../../editable.ts';
import type { Clock } from '../../platform/clock.ts';
import { type AdminChange, asEdit, type Changed } from '../../platform/db/admin-changes.ts';
import type { Tx } from '../../platform/db/database.ts';
import { recordEditors, type Writers } from '../../platform/db/editors.ts';
import { refuseInput } from '../../platform/http/errors.ts';
import type { Refusal } from '../../platform/refusal.ts';
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
 * What administrators do with challenges. An attempt keeps the terms that it began under (db/baseline/05-challenges.sql), so
 * nothing here affects a running attempt.
 */
interface ChallengeDeps {
  clock: Clock;
}

function toChange(
  challengeId: string,
  action: 'create' | 'change' | 'delete',
  { before, after }: { before: AdminChallenge | null; after: AdminChallenge | null },
): AdminChange {
  const subject = `challenge:${challengeId}`;
  return {
    action: `challenge.${action}`,
    subject,
    before: before && ownOf(before),
    after: after && ownOf(after),
  };
}

/** Without its game's closure, which somebody else may have set. */
function ownOf({ closedBecause: _, ...own }: AdminChallenge) {
  return own;
}

async function view(tx: Tx, challengeId: string): Promise<AdminChallenge> {
  const found = await findForAdmins(tx, challengeId);
  if (!found) throw new Error(`challenge ${challengeId} vanished while it was edited`);
  return found;
}

/** Other terms, such as another mode, can make every variant easier: then each counts as new. */
function measure(after: ChallengeInput, before?: ChallengeInput): ApprovalMeasure[] {
  const comparable = before && isDeepStrictEqual(after.terms, before.terms) ? before.challengeVariants : [];
  return [{ kind: 'challengeReward', coins: highestRaise(after.challengeVariants, comparable) }];
}

async function insert(
  tx: Tx,
  challenge: ChallengeInput,
  writers: Writers,
  { clock }: ChallengeDeps,
): Promise<Changed<AdminChallenge>> {
  const { game = theGame.id } = challenge;
  const first = rulesOf(game).firstTerms;
  const terms = first ? (challenge.terms ?? first) : null;
  const challengeId = await insertChallenge(tx, { ...challenge, game, terms });
  await setVariants(tx, challengeId, challenge.challengeVariants);
  await recordEditors(tx, `challenge:${challengeId}`, writers, clock.now());
  const after = await view(tx, challengeId);
  return { answer: after, change: toChange(challengeId, 'create', { before: null, after }) };
}

/** A challenge keeps its game. Dropping another one without a word, or terms that the game doesn't know, would mislead. */
function checkKept(row: AdminChallenge, { game, terms }: Partial<ChallengeInput>): Refusal | undefined {
  const { name } = gameOf(row);
  if (game !== undefined && game !== row.game) {
    return refuseInput([
      { path: 'game', message: `This is a ${name} challenge: create another one instead` },
    ]);
  }
  return checkTerms({ game: row.game, terms });
}

function checkTerms({ game = theGame.id, terms }: Partial<ChallengeInput>): Refusal | undefined {
  if (terms === undefined || rulesOf(game).firstTerms) return undefined;
  const { name } = gameOf({ game });
  return refuseInput([{ path: 'terms', message: `${name} knows only place and kills: leave terms out` }]);
}

async function update(
  tx: Tx,
  { id, sent, row: before, after: terms, ...writers }: Edit<AdminChallenge, ChallengeInput>,
  { clock }: ChallengeDeps,
): Promise<Changed<AdminChallenge>> {
  await updateChallenge(tx, id, terms, clock.now());
  if (sent.challengeVariants) await setVariants(tx, id, sent.challengeVariants);
  const after = await view(tx, id);
  const edit = asEdit(toChange(id, 'change', { before, after }));
  // Saving it unchanged edits nothing, so that administrator may still enter it.
  if (edit.change) await recordEditors(tx, edit.change.subject, writers, clock.now());
  return { answer: after, ...edit };
}

/** What approvers see of a change that waits. */
const toTerms = ({ terms, description, isActive, challengeVariants }: ChallengeInput): ChallengeInput => ({
  ...(terms && { terms }),
  description,
  isActive,
  challengeVariants: challengeVariants.map(({ requiredPlacement, requiredKills, entryFeeGC, rewardGC }) => ({
    requiredPlacement,
    requiredKills,
    entryFeeGC,
    rewardGC,
  })),
});

/** An edit applies to entries from now on. Attempts of a deleted challenge stay, and running ones go on. */
export const challengeEdits = creatable<AdminChallenge, ChallengeInput, AdminChallenge, ChallengeDeps>({
  kind: 'challenge',
  operations: { edit: 'challenge.change', remove: 'challenge.delete' },
  permission: 'challenges:write',
  stored: { id: 'challengeId', terms: 'challenge' },
  title: ({ description }) => `Change the challenge “${description}”`,
  lock: async (tx, id) => ((await lockChallenge(tx, id)) ? view(tx, id) : undefined),
  toTerms: (row) => row,
  show: toTerms,
  check: (_tx, { row, sent }) => checkKept(row, sent),
  measure: (_tx, { before, after }) => measure(after, before),
  creation: {
    operation: 'challenge.create',
    title: ({ description }) => `Create the challenge “${description}”`,
    measure: (_tx, terms) => measure(terms),
    check: checkTerms,
    insert,
  },
  update,
  remove: (tx, { id }, { clock }) => markDeleted(tx, id, clock.now()),
});
