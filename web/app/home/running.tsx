// SPDX-License-Identifier: Apache-2.0

import { toVariant } from '../../../contract/attempt-conditions.ts';
import type { Attempt } from '../../../contract/challenges.ts';
import { AttemptMeter } from '../../features/challenges/attempt-meter.tsx';
import { AttemptTracker } from '../../features/challenges/attempt-tracker.tsx';
import { challengeName, conditionText } from '../../features/challenges/challenge-type.ts';
import { PracticeMark } from '../../features/challenges/practice-mark.tsx';
import { resultMessage } from '../../features/challenges/result-message.ts';
import { PushOfferRoom } from '../../features/notifications/push-offer-line.tsx';
import { lazyPart } from '../../ui/part.tsx';
import { Status } from '../../ui/status.tsx';

const PushOffer = lazyPart(
  async () => (await import('../../features/notifications/push-offer.tsx')).PushOffer,
  { placeholder: <PushOfferRoom /> },
);

/** The running attempt: its progress and the next step. */
export function Running({ attempt }: { attempt: Attempt }) {
  const variant = toVariant(attempt);
  return (
    <>
      <div className="flex items-center gap-4">
        <AttemptMeter attempt={attempt} size={92} />
        <div className="grid min-w-0 gap-1">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Status status={attempt.status} />
            <PracticeMark attempt={attempt} />
          </span>
          <h2 className="wrap-anywhere text-lg">{challengeName(attempt.challenge)}</h2>
          {variant && <p className="text-muted text-sm">{conditionText(variant)}</p>}
        </div>
      </div>
      <p className="text-soft text-sm">{resultMessage(attempt)}</p>
      <AttemptTracker attempt={attempt} />
      <PushOffer />
    </>
  );
}
