// SPDX-License-Identifier: Apache-2.0

import type { Attempt } from '../../../contract/challenges.ts';
import { cx } from '../../lib/class-names.ts';
import { deviceStorage } from '../../lib/device-storage.ts';
import { latestAttemptKey, useHydrated } from '../../lib/session.ts';
import { useNow } from '../../lib/use-now.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Status } from '../../ui/status.tsx';
import { AttemptMeter } from './attempt-meter.tsx';
import { attemptReason } from './attempt-reason.ts';
import { toVariant } from './attempt-summary.ts';
import { challengeName, conditionText } from './challenge-type.ts';
import { PracticeMark } from './practice-mark.tsx';
import { resultMessage } from './result-message.ts';
import { timeLeft } from './time-left.ts';
import { useActiveAttempt, useLatestAttempt } from './use-attempts.ts';

/**
 * The running attempt and what to do about it. Nothing while no attempt is active. While that is not known, a browser that
 * waits for a result keeps room for it (in prerendered markup by means of web/build/early-script.ts).
 */
export function ActiveAttempt() {
  const attempt = useActiveAttempt();
  const { isPending } = useLatestAttempt();
  const isHydrated = useHydrated();
  const place = 'cut h-78 sm:h-40.5';
  if (isPending && !isHydrated) return <Skeleton className={cx(place, 'hidden in-data-awaiting:block')} />;
  if (isPending && deviceStorage.getItem(latestAttemptKey)) return <Skeleton className={place} />;
  if (!attempt) return null;
  return <ActiveAttemptCard attempt={attempt} />;
}

function ActiveAttemptCard({ attempt }: { attempt: Attempt }) {
  const left = timeLeft(attempt, useNow(true));
  const variant = toVariant(attempt);
  return (
    <Card
      edge="live"
      inside="flex items-center gap-5 bg-[linear-gradient(100deg,var(--color-storm-glow),var(--color-ink-1)_62%)] p-5 max-sm:flex-col max-sm:items-stretch sm:gap-8 sm:px-8 sm:py-6"
    >
      <div className="flex min-w-0 flex-1 items-center gap-5 sm:gap-8">
        <AttemptMeter attempt={attempt} size={112} />
        <div className="grid min-w-0 gap-1.5">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
            <PracticeMark attempt={attempt} />
            <Status status={attempt.status} />
            <span className="text-storm-soft">{left.text}</span>
          </div>
          <h2 className="wrap-anywhere text-lg sm:text-xl">{challengeName(attempt.challenge)}</h2>
          <p>{resultMessage(attempt)}</p>
          {variant && <p className="text-soft text-sm">{conditionText(variant)} in one Solo match.</p>}
          <p className="text-muted text-sm">{waitingFor(attempt, left.over)}</p>
        </div>
      </div>
    </Card>
  );
}

/** What the readings say so far; before the first one, what to do. */
function waitingFor(attempt: Attempt, isOver: boolean): string {
  if (attempt.reason && attempt.reason !== 'awaiting-match') return attemptReason(attempt, attempt.reason);
  return isOver
    ? 'If you played in time, the result follows as soon as your stats show the match.'
    : `Enter a match as ${attempt.epicId} and play it to the end. The result comes by itself.`;
}
