// SPDX-License-Identifier: Apache-2.0

import type { ChallengeRules } from '../../../../contract/challenges.ts';
import type { GameId } from '../../../../contract/games/game.ts';
import type { TakeCoins } from '../../../approval-ports.ts';
import { announceBalance } from '../../../ledger/announce.ts';
import { transfer } from '../../../ledger/transfer.ts';
import { secondsLeftOfDay } from '../../../platform/clock.ts';
import { isUniqueViolation, type Tx } from '../../../platform/db/database.ts';
import { findAnswer, storeAnswer } from '../../../platform/db/idempotency.ts';
import { publishLive } from '../../../platform/live/publish.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { hasEntered, insertAttempt, newAttemptId } from '../attempts/attempt-store.ts';
import type { OfferedVariant } from '../challenge-store.ts';
import { bindAccount, isBoundMeanwhile } from '../game-accounts/bound-account-queries.ts';
import type { Cleared } from '../game-accounts/clear-account.ts';
import { refuseAccount } from '../game-accounts/refuse-account.ts';
import { insertReading } from '../readings/attempt-reading-store.ts';
import { scheduleReading } from '../readings/reading-jobs.ts';
import { firstLookOf } from '../readings/reading-rules.ts';
import { holdGame } from './closed-game-store.ts';
import { type Entry, type EntryDeps, offerFor, preflight, toSpending } from './preflight.ts';

export interface StartDeps extends EntryDeps {
  /** For attempts that start from now on; each attempt keeps the rules that it began under. */
  rules: ChallengeRules;
  timeScale: number;
  takeCoins: TakeCoins;
}

export interface StartInput extends Entry {
  idempotencyKey: string;
}

type Started = { attemptId: string };

function toRequest({ idempotencyKey, network: _, isPractice, ...input }: StartInput) {
  const operation = isPractice ? 'challenge.practice' : 'challenge.start';
  return { playerId: input.playerId, key: idempotencyKey, input: { operation, ...input } };
}

/** The refusal for a unique index that two racing entries ran into. */
function lostRace(error: unknown, game: GameId): Refusal | undefined {
  if (isUniqueViolation(error, 'attempts_one_active_per_player')) return refuse('attempt_active');
  if (isUniqueViolation(error, 'attempts_one_active_per_epic_account')) return refuseAccount('active', game);
  if (isUniqueViolation(error, 'attempts_one_practice')) return refuse('practice_not_offered');
  if (isBoundMeanwhile(error)) return refuseAccount('taken', game);
  return undefined;
}

/**
 * Enters a challenge: preflight with its outside call, then in one transaction the fee into escrow, the baseline
 * reading, the snapshot of the variant and the job of the first reading. Practice is the same without a fee. A replay
 * answers with the first attempt.
 */
export async function startAttempt(input: StartInput, deps: StartDeps): Promise<Started | Refusal> {
  const request = toRequest(input);
  const known = await findAnswer<Started>(deps.db, request);
  if (known) return isRefusal(known) ? known : known.answer;

  const cleared = await preflight(input, deps);
  if (isRefusal(cleared)) return replayAfterRefusal(input, deps, cleared);

  try {
    let isNew = false;
    const started = await deps.db.transaction(async (tx) => {
      const meanwhile = await findAnswer<Started>(tx, request);
      isNew = meanwhile === undefined;
      if (meanwhile) return isRefusal(meanwhile) ? meanwhile : meanwhile.answer;
      const attemptId = await newAttemptId(tx);
      // First, so that of a request sent twice at the same time, the second waits here for the first and gives the same
      // answer.
      await storeAnswer(tx, request, { attemptId });
      const refusal = await enter(tx, attemptId, input, cleared, deps);
      return refusal ?? { attemptId };
    });
    if (isNew && !isRefusal(started)) deps.games[cleared.game].load.add();
    return started;
  } catch (error) {
    const refusal = lostRace(error, cleared.game);
    if (!refusal) throw error;
    return refusal;
  }
}

/**
 * If the same request is sent twice at the same time, the second may find the first's attempt active; it gives the
 * first's answer.
 */
async function replayAfterRefusal(
  input: StartInput,
  deps: StartDeps,
  refusal: Refusal,
): Promise<Started | Refusal> {
  const known = await findAnswer<Started>(deps.db, toRequest(input));
  return known && !isRefusal(known) ? known.answer : refusal;
}

async function enter(
  tx: Tx,
  attemptId: string,
  { playerId, isPractice, ...choice }: StartInput,
  { game, account, baseline }: Cleared,
  deps: StartDeps,
): Promise<Refusal | undefined> {
  await holdGame(tx, game);
  const offered = await offerFor(tx, { ...choice, playerId, isPractice });
  if (isRefusal(offered)) return offered;
  const barred = await deps.play.hold(tx, toSpending({ playerId, isPractice }, offered));
  if (barred) return barred;
  const offer = isPractice ? { ...offered, entryFeeGC: 0 } : offered;
  const promised = isPractice ? 0 : offer.rewardGC - offer.entryFeeGC;
  const { rules, timeScale, clock } = deps;
  const startedAt = clock.now();
  if (!(await deps.takeCoins(tx, 'challenges', promised))) {
    return refuse('entries_paused', { seconds: secondsLeftOfDay(startedAt) });
  }
  const nextReadingAt = new Date(startedAt.getTime() + firstLookOf(baseline, timeScale));
  await insertAttempt(tx, {
    ...toSnapshot(offer),
    id: attemptId,
    playerId,
    accountName: account.name,
    accountKey: account.key,
    rules,
    startedAt,
    startBy: new Date(startedAt.getTime() + rules.startWithinMs),
    status: 'PENDING',
    reason: 'awaiting-match',
    nextReadingAt,
    isPractice,
  });
  // After the insert, whose indexes allow only one active attempt: an entry that is not visible here can no longer be
  // stored.
  if (isPractice && (await hasEntered(tx, playerId))) return refuse('practice_not_offered');
  const bound = await bindAccount(tx, offer.game, playerId, account, startedAt);
  if (bound) return bound;
  await insertReading(tx, attemptId, 0, baseline);
  await scheduleReading(tx, attemptId, { due: nextReadingAt, now: startedAt });
  const moved = isPractice ? undefined : await takeFee(tx, attemptId, playerId, offer);
  if (moved) return moved;
  await publishLive(tx, playerId, 'attempt', { attemptId, status: 'PENDING' });
  if (!isPractice) await announceFee(tx, playerId, offer);
  return undefined;
}

const feeText = ({ description }: OfferedVariant) => `Entry fee: ${description}`;

function toSnapshot(offer: OfferedVariant & { variantId: string }) {
  const { challengeId, game, terms, description, variantId, challengeType } = offer;
  const { entryFeeGC, rewardGC, requiredPlacement, requiredKills } = offer;
  return {
    challengeId,
    game,
    terms,
    challengeDescription: description,
    variantId,
    challengeType,
    entryFeeGC,
    rewardGC,
    requiredPlacement,
    requiredKills,
  };
}

async function takeFee(
  tx: Tx,
  attemptId: string,
  playerId: string,
  offer: OfferedVariant,
): Promise<Refusal | undefined> {
  if (offer.entryFeeGC === 0) return undefined;
  const moved = await transfer(tx, {
    currency: 'GC',
    amount: offer.entryFeeGC,
    from: { player: playerId },
    to: { house: 'escrow' },
    type: 'challenge_entry',
    reference: attemptId,
    idempotencyKey: `attempt:${attemptId}:entry`,
    description: feeText(offer),
  });
  return isRefusal(moved) ? moved : undefined;
}

function announceFee(tx: Tx, playerId: string, offer: OfferedVariant): Promise<void> {
  return announceBalance(tx, playerId, {
    delta: -offer.entryFeeGC,
    currency: 'GC',
    description: feeText(offer),
  });
}
