// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Attempt } from '../../../contract/challenges.ts';
import { deviceStorage } from '../../lib/device-storage.ts';
import { formatAmount } from '../../lib/format.ts';
import { profileQuery } from '../../lib/query.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Share2 } from '../../ui/icons/share-2.ts';
import { Volume2 } from '../../ui/icons/volume-2.ts';
import { VolumeX } from '../../ui/icons/volume-x.ts';
import { challengesQuery } from './api.ts';
import { attemptReason } from './attempt-reason.ts';
import { challengeName, displayType } from './challenge-type.ts';
import { CoinFlight } from './coin-flight.tsx';
import { ConditionList } from './condition-list.tsx';
import { entryAddress } from './entry-address.ts';
import { getNextStep } from './next-step.ts';
import { OutcomeRing } from './outcome-ring.tsx';
import { PracticeMark } from './practice-mark.tsx';
import { feelResult, playTune } from './result-feel.ts';
import { resultMessage, resultTitle } from './result-message.ts';
import { ShareReceipt } from './share-receipt.tsx';
import { rememberShown } from './status-memory.ts';
import { useResultSound } from './use-result-sound.ts';
import { XpGain } from './xp-gain.tsx';

/** Shows its children, which invite to an entry for `feeGC` or to any, unless the player's break or limits speak against it. */
type Suggestion = ComponentType<{ feeGC?: number | undefined; children: ReactNode }>;

/** Shows the result of an attempt: the conditions met, the coins moved, and what comes next. */
export function ResultDialog({
  attempt,
  onClose,
  prize,
  Suggestion,
}: {
  attempt: Attempt;
  onClose: () => void;
  /** What the coins of a win are good for. */
  prize: ReactNode;
  Suggestion: Suggestion;
}) {
  const [isOpen, setOpen] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const ring = useRef<HTMLDivElement>(null);
  const { _id: attemptId, status, isPractice } = attempt;
  // Opens after mounting, so that it takes over the focus from a dialog that closes at the same time.
  useEffect(() => {
    setOpen(true);
    rememberShown(deviceStorage, attemptId);
    feelResult(status);
  }, [attemptId, status]);
  const isWin = status === 'SUCCESS';
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title={resultTitle(attempt)}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <ButtonLink to={`/past-challenges?receipt=${attemptId}`} onClick={onClose}>
            See why
          </ButtonLink>
          <Suggestion feeGC={isPractice ? undefined : attempt.entryFeeGC}>
            <ButtonLink kind="main" to="/home#challenges" onClick={onClose}>
              {isPractice ? 'Choose a challenge' : 'Play again'}
            </ButtonLink>
          </Suggestion>
        </>
      }
    >
      <div className="grid justify-items-center gap-5 py-2 text-center" role="status">
        <div ref={ring}>
          <OutcomeRing attempt={attempt} size={176} counts />
        </div>
        <PracticeMark attempt={attempt} />
        <p className="max-w-[40ch] text-lg">{resultMessage(attempt)}</p>
        {isWin && !isPractice && prize}
        <ConditionList attempt={attempt} />
        {status === 'FAILED' && <Next attempt={attempt} Suggestion={Suggestion} onLeave={onClose} />}
        <XpGain gained={attempt.xpGiven} />
        <Why attempt={attempt} />
      </div>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        {isWin && !isPractice && !isSharing && (
          <Button size="sm" onClick={() => setSharing(true)} icon={<Share2 size={16} aria-hidden="true" />}>
            Share
          </Button>
        )}
        {(isWin || status === 'FAILED') && <SoundButton attempt={attempt} />}
      </div>
      {isSharing && (
        <div className="mt-4">
          <ShareReceipt attempt={attempt} />
        </div>
      )}
      {isWin && !isPractice && isOpen && <CoinFlight from={ring} />}
    </Dialog>
  );
}

/** For attempts that were not won: where the coins are. */
function Why({ attempt }: { attempt: Attempt }) {
  const { status, reason } = attempt;
  if (status === 'SUCCESS' || !reason) return null;
  return <p className="max-w-[48ch] text-muted text-sm">{attemptReason(attempt, reason)}</p>;
}

/** After a loss: what would have been enough, or what is easier, with the way straight to it. */
function Next({
  attempt,
  Suggestion,
  onLeave,
}: {
  attempt: Attempt;
  Suggestion: Suggestion;
  onLeave: () => void;
}) {
  const { data } = useQuery(challengesQuery);
  const balance = useQuery(profileQuery).data?.gamerCoins;
  const next = data && balance !== undefined && getNextStep(attempt, data, balance);
  if (!next) return null;
  const { challenge, variant, wouldHaveWon } = next;
  const offer = `“${challengeName(challenge)}” with ${displayType(variant.challengeType)}`;
  const [fee, reward] = [formatAmount(variant.entryFeeGC), formatAmount(variant.rewardGC)];
  return (
    <Suggestion feeGC={variant.entryFeeGC}>
      <div className="grid max-w-[48ch] justify-items-start gap-3 border-storm border-l-2 pl-4 text-left text-soft">
        <p>
          {wouldHaveWon ? `The same match would have won ${offer}.` : `Try this next: ${offer}.`}
          {` Pay ${fee}, win ${reward} GC.`}
        </p>
        <ButtonLink size="sm" to={entryAddress(challenge._id, variant.challengeType)} onClick={onLeave}>
          Try this one
        </ButtonLink>
      </div>
    </Suggestion>
  );
}

/** Results are silent in this browser until the player turns the sound on. */
function SoundButton({ attempt }: { attempt: Attempt }) {
  const { isOn, turn } = useResultSound();
  function press(): void {
    turn(!isOn);
    if (!isOn) playTune(attempt.status);
  }
  return (
    <Button
      size="sm"
      aria-pressed={isOn}
      onClick={press}
      icon={isOn ? <Volume2 size={16} aria-hidden="true" /> : <VolumeX size={16} aria-hidden="true" />}
    >
      Sound
    </Button>
  );
}
