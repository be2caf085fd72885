// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useReducer, useState } from 'react';
import type { Challenge, ChallengeVariant } from '../../../contract/challenges.ts';
import { gameOf, theGame } from '../../../contract/games/games.ts';
import { profileQuery } from '../../lib/query.ts';
import { notify } from '../../ui/toast.tsx';
import { challengesQuery, startFailure, useStartChallenge } from './api.ts';
import { canBeEntered } from './challenge-type.ts';
import { createIntention } from './entry-intention.ts';
import {
  type EntryAction,
  type EntryState,
  findEntryErrors,
  firstEntryState,
  missingCoins,
  reduceEntry,
} from './entry-steps.ts';
import { useGettingReady } from './getting-ready.ts';
import { useLatestAttempt } from './use-attempts.ts';

export interface Entry {
  /** As currently offered: a fee may change while the dialog is open. */
  challenge: Challenge;
  state: EntryState;
  dispatch: (action: EntryAction) => void;
  /** Entry fee of the selected variant in GC. */
  fee: number;
  /** GC in the wallet, if known. */
  balance: number | undefined;
  /** GC that the wallet lacks for the fee. */
  missing: number;
  epicId: string;
  isStarting: boolean;
  /** Why the last try failed. */
  refusal: Error | null;
  /** The attempt that was started. */
  attemptId: string | undefined;
  submit: (event: FormEvent) => void;
  goBack: () => void;
  /** Without a fee; nothing of it counts. */
  isPractice: boolean;
  /** All challenges that could be practised, including this one; empty if it was chosen before. */
  choices: readonly Challenge[];
  choose: (challengeId: string) => void;
}

/** Entering a challenge: what each step shows and what its buttons do. */
export function useEntry(chosen: Challenge, isPractice: boolean, asked?: string): Entry {
  const profile = useQuery(profileQuery).data;
  const challenges = useQuery(challengesQuery).data ?? [chosen];
  const [chosenId, setChosenId] = useState(chosen._id);
  const challenge = challenges.find(({ _id }) => _id === chosenId) ?? chosen;
  const [state, dispatch] = useReducer(reduceEntry, challenge.challengeVariants, (variants) =>
    firstEntryState(variants, isPractice, asked),
  );
  const latest = useLatestAttempt().data;
  const checkedAccount = useGettingReady().epicId;
  const game = gameOf(challenge);
  const usedBefore = latest && gameOf(latest) === game ? latest.epicId : undefined;
  const checkedBefore = game === theGame ? checkedAccount : null;
  const epicId = state.typedAccount ?? usedBefore ?? checkedBefore ?? '';
  const start = useStart(challenge, isPractice, () => dispatch({ type: 'go-to', step: 'started' }));
  const variant = challenge.challengeVariants.find((one) => one.challengeType === state.challengeType);
  const fee = isPractice ? 0 : (variant?.entryFeeGC ?? 0);
  return {
    challenge,
    state,
    dispatch,
    fee,
    balance: profile?.gamerCoins,
    missing: variant && profile ? missingCoins(fee, profile.gamerCoins) : 0,
    epicId,
    isStarting: start.isPending,
    refusal: start.error,
    attemptId: start.data,
    submit(event) {
      event.preventDefault();
      const errors = findEntryErrors(state, variant, { epicId, account: game.account });
      dispatch({ type: 'show-errors', errors });
      if (!variant || Object.keys(errors).length > 0 || start.isPending) return;
      if (state.step === 'variant') dispatch({ type: 'go-to', step: 'terms' });
      else start.enter(variant, epicId.trim());
    },
    goBack() {
      start.reset();
      dispatch({ type: 'go-to', step: 'variant' });
    },
    isPractice,
    choices: isPractice ? challenges.filter(canBeEntered) : [],
    choose(challengeId) {
      const next = challenges.find(({ _id }) => _id === challengeId);
      setChosenId(challengeId);
      const [first] = next?.challengeVariants ?? [];
      if (!next || !first) return;
      const isOtherGame = gameOf(next) !== game;
      dispatch({ type: 'choose-challenge', challengeType: first.challengeType, isOtherGame });
    },
  };
}

function useStart(challenge: Challenge, isPractice: boolean, onStarted: () => void) {
  const start = useStartChallenge({ isPractice });
  const [intention] = useState(() => createIntention());
  function enter({ challengeType, entryFeeGC }: ChallengeVariant, epicId: string): void {
    const input = { challengeId: challenge._id, challengeType, entryFeeGC, epicId };
    start.mutate(
      { ...input, idempotencyKey: intention.keyFor(input) },
      {
        onSuccess: () => {
          intention.succeeded();
          notify.done(isPractice ? 'Practice started. Nothing was paid.' : 'Challenge started successfully!');
          onStarted();
        },
        onError: (error) => {
          intention.failed(error);
          notify.requestFailed(startFailure(error), error);
        },
      },
    );
  }
  return { ...start, enter };
}
