// SPDX-License-Identifier: Apache-2.0

/** How far a player is in entering a challenge, and their input so far; pure, so that it can be tested. */
import type { ChallengeVariant } from '../../../contract/challenges.ts';
import { isWholeName } from '../../../contract/games/account-names.ts';
import type { Game } from '../../../contract/games/game.ts';

export type EntryStep = 'variant' | 'terms' | 'started';

/** The field that a validation message belongs to (product specification, section 5). */
export interface EntryErrors {
  variant?: string;
  terms?: string;
  epicId?: string;
}

export interface EntryState {
  step: EntryStep;
  challengeType: string | undefined;
  hasAccepted: boolean;
  /** Undefined until something is typed: the field then shows the last account that was used. */
  typedAccount: string | undefined;
  errors: EntryErrors;
}

export type EntryAction =
  | { type: 'select-variant'; challengeType: string }
  | { type: 'choose-challenge'; challengeType: string; isOtherGame: boolean }
  | { type: 'accept-terms'; hasAccepted: boolean }
  | { type: 'type-account'; epicId: string }
  | { type: 'show-errors'; errors: EntryErrors }
  | { type: 'go-to'; step: EntryStep };

/**
 * The first variant is chosen unless there is the one that was `asked` for. Practice moves nothing, so it has no terms to
 * accept.
 */
export function firstEntryState(
  variants: readonly ChallengeVariant[],
  isPractice: boolean,
  asked?: string,
): EntryState {
  const chosen = variants.find(({ challengeType }) => challengeType === asked) ?? variants[0];
  return {
    step: 'variant',
    challengeType: chosen?.challengeType,
    hasAccepted: isPractice,
    typedAccount: undefined,
    errors: {},
  };
}

export function reduceEntry(state: EntryState, action: EntryAction): EntryState {
  switch (action.type) {
    case 'select-variant':
      return { ...state, challengeType: action.challengeType };
    case 'choose-challenge': {
      const { challengeType, isOtherGame } = action;
      // An account of one game is none of another.
      return { ...state, challengeType, ...(isOtherGame && { typedAccount: undefined }) };
    }
    case 'accept-terms':
      return { ...state, hasAccepted: action.hasAccepted, errors: {} };
    case 'type-account':
      return { ...state, typedAccount: action.epicId, errors: {} };
    case 'show-errors':
      return { ...state, errors: action.errors };
    case 'go-to':
      return { ...state, step: action.step, errors: {} };
  }
}

/** What is missing at this step; empty if the next one may follow. One error at a time, in the order of the screen. */
export function findEntryErrors(
  { step, hasAccepted }: EntryState,
  variant: ChallengeVariant | undefined,
  { epicId, account }: { epicId: string; account: Pick<Game['account'], 'missing' | 'platforms'> },
): EntryErrors {
  if (!variant) return { variant: 'Please select a challenge variant' };
  if (step === 'variant') return {};
  if (!hasAccepted) return { terms: 'Please accept the terms and conditions' };
  return isWholeName(account, epicId.trim()) ? {} : { epicId: account.missing };
}

/** Coins that the player lacks for the fee. Nothing is lacking for a free entry, even if the balance is below zero. */
export function missingCoins(fee: number, balance: number): number {
  return fee === 0 ? 0 : Math.max(0, fee - balance);
}
