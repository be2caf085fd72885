// SPDX-License-Identifier: Apache-2.0

import { maxPractice } from '../../../../contract/practice.ts';
import { getBalances } from '../../../ledger/balances.ts';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import { isEditor } from '../../../platform/db/editors.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { PlayGate, Spending } from '../../../play-ports.ts';
import { hasActiveAttempt, hasEntered, hasPractised } from '../attempts/attempt-store.ts';
import { findOffer, type OfferedVariant } from '../challenge-store.ts';
import { type Cleared, clearAccount, type LookUp, type LookUpDeps } from '../game-accounts/clear-account.ts';
import { checkAccountText } from '../game-accounts/refuse-account.ts';
import type { ReadingsByGame } from '../readings/game-readings.ts';
import { isTooBusy } from '../readings/reading-rules.ts';
import { refuseClosed } from './close-game.ts';

export interface PreflightDeps extends LookUpDeps {
  games: ReadingsByGame;
}

/** Entries also ask whether their player may play. */
export interface EntryDeps extends PreflightDeps {
  play: PlayGate;
}

export interface Entry extends Omit<LookUp, 'game'> {
  challengeId: string;
  challengeType: string;
  /** The fee that the player saw. */
  entryFeeGC?: number | undefined;
  /** To be played without fee, coins or anything else that counts, once (docs/rules/practice.md, 1). */
  isPractice: boolean;
}

/**
 * The variant on offer, or why this player cannot enter it. Its editors cannot win it
 * (docs/rules/conflict-of-interest.md), but may practise it.
 */
export async function offerFor(
  db: Queryable,
  entry: Pick<Entry, 'playerId' | 'challengeId' | 'challengeType' | 'entryFeeGC' | 'isPractice'>,
): Promise<(OfferedVariant & { variantId: string }) | Refusal> {
  const offer = await findOffer(db, entry);
  if (!offer?.variantId) return refuse('variant_not_found');
  if (!offer.isActive) return refuse('challenge_inactive');
  if (offer.closedBecause !== null) return refuseClosed(offer.game, offer.closedBecause);
  if (entry.entryFeeGC !== undefined && entry.entryFeeGC !== offer.entryFeeGC) {
    return refuse('entry_fee_changed', { fee: offer.entryFeeGC });
  }
  // Checked after the offer: a transaction that reads an edit's terms also sees its editors.
  const isOwn = !entry.isPractice && (await isEditor(db, `challenge:${entry.challengeId}`, entry.playerId));
  if (isOwn) return refuse('challenge_by_you');
  return { ...offer, variantId: offer.variantId };
}

/** Practice counts as play too, but costs nothing. */
export function toSpending(
  { playerId, isPractice }: Pick<Entry, 'playerId' | 'isPractice'>,
  { entryFeeGC }: Pick<OfferedVariant, 'entryFeeGC'>,
): Spending {
  return { playerId, kind: 'entry', amount: isPractice ? 0 : entryFeeGC };
}

/** Returns the offer, or a refusal that needs no request to the game statistics. */
async function checkOurselves(entry: Entry, deps: EntryDeps): Promise<OfferedVariant | Refusal> {
  const { db } = deps;
  const { playerId } = entry;
  const offer = await offerFor(db, entry);
  if (isRefusal(offer)) return offer;
  const { isActive, load } = deps.games[offer.game];
  if (!isActive) return refuse('challenge_inactive');
  const misnamed = checkAccountText(offer.game, entry.epicId);
  if (misnamed) return misnamed;
  const spending = toSpending(entry, offer);
  const barred = await deps.play.check(db, spending);
  if (barred) return barred;
  const refusal = entry.isPractice
    ? await checkPractice(db, playerId)
    : await checkCoins(db, playerId, spending.amount);
  // Looked up last but refused first: an attempt that has only just begun uses up practice and coins too.
  if (await hasActiveAttempt(db, playerId)) return refuse('attempt_active');
  if (refusal) return refusal;
  return isTooBusy(await load.find()) ? refuse('readings_busy') : offer;
}

async function checkCoins(db: Database, playerId: string, needed: number): Promise<Refusal | undefined> {
  // Players with a negative balance may also enter what costs nothing.
  if (needed === 0) return undefined;
  const { gamerCoins: balance } = await getBalances(db, playerId);
  return balance < needed ? refuse('insufficient_coins', { needed, balance }) : undefined;
}

async function checkPractice(db: Database, playerId: string): Promise<Refusal | undefined> {
  const isOver = (await hasEntered(db, playerId)) || (await hasPractised(db, playerId, maxPractice));
  return isOver ? refuse('practice_not_offered') : undefined;
}

/**
 * Checks an entry before any coin moves: the offer, the player, the budget of readings and the game account, with
 * one call to the game statistics outside any transaction (docs/rules/attempts.md, 1). Refusals cost nothing.
 */
export async function preflight(entry: Entry, deps: EntryDeps): Promise<Cleared | Refusal> {
  const offer = await checkOurselves(entry, deps);
  return isRefusal(offer) ? offer : clearAccount({ ...entry, game: offer.game }, deps);
}
