// SPDX-License-Identifier: Apache-2.0

import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type AttemptProgress, attemptProgressApi } from '../../../contract/attempt-progress.ts';
import type { Attempt } from '../../../contract/challenges.ts';
import { call } from '../../lib/api.ts';
import { cx } from '../../lib/class-names.ts';
import { formatTime, plural } from '../../lib/format.ts';
import { keys } from '../../lib/query.ts';
import { serverNow } from '../../lib/server-time.ts';
import { useAction } from '../../lib/use-action.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { Check } from '../../ui/icons/check.ts';
import { Circle } from '../../ui/icons/circle.ts';
import { LoaderCircle } from '../../ui/icons/loader-circle.ts';
import { refreshDelayMs, secondsUntil, type TrackerStep, toSteps, waitsForItsTurn } from './tracker-steps.ts';

function progressQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.attempts, 'progress', id],
    queryFn: ({ signal }) => call(attemptProgressApi.read, { params: { id } }, { signal, quiet: true }),
    // No event announces a reading that decides nothing, so the page asks when it is due.
    refetchInterval: ({ state: { data } }) => refreshDelayMs(data, serverNow()),
    placeholderData: keepPreviousData,
  });
}

/** A running attempt step by step, and a button to have the statistics read now. */
export function AttemptTracker({ attempt }: { attempt: Attempt }) {
  const { data: progress, error } = useQuery(progressQuery(attempt._id));
  const now = useNow(true);
  return (
    <div className="grid gap-4">
      <ol className="grid gap-2.5" aria-label="Progress of this challenge">
        {toSteps(attempt, progress, now).map((step) => (
          <Step key={step.name} step={step} />
        ))}
      </ol>
      <MatchIsOver attemptId={attempt._id} progress={progress} error={progress ? null : error} now={now} />
    </div>
  );
}

const signs: Record<TrackerStep['state'], ReactNode> = {
  done: <Check size={16} strokeWidth={2.6} className="text-win" aria-hidden="true" />,
  now: (
    <LoaderCircle
      size={16}
      strokeWidth={2.4}
      className="animate-turn text-storm-soft motion-reduce:animate-none"
      aria-hidden="true"
    />
  ),
  ahead: <Circle size={16} className="text-faint" aria-hidden="true" />,
};

function Step({ step: { name, text, at, state } }: { step: TrackerStep }) {
  return (
    <li className="grid grid-cols-[1rem_1fr_auto] items-center gap-x-3 text-sm" data-state={state}>
      {signs[state]}
      <span className={cx('min-w-0', state === 'ahead' ? 'text-muted' : 'text-text')}>
        {name}
        {text && <span className="text-muted"> · {text}</span>}
      </span>
      {at && <time className="num text-muted text-xs">{formatTime(at)}</time>}
    </li>
  );
}

function MatchIsOver({
  attemptId,
  progress,
  error,
  now,
}: {
  attemptId: string;
  progress: AttemptProgress | undefined;
  /** Why the progress is unknown; it is fetched again automatically. */
  error: Error | null;
  now: number;
}) {
  const queries = useQueryClient();
  const ask = useAction(async () => {
    const next = await call(attemptProgressApi.readNow, { params: { id: attemptId } }, { quiet: true });
    queries.setQueryData(progressQuery(attemptId).queryKey, next);
  });
  const seconds = progress?.nextReadingAt ? secondsUntil(progress.nextReadingAt, now) : 0;
  const cannotAsk = !progress?.asksLeft || seconds === 0;
  return (
    <div className="grid gap-2">
      <Button
        full
        busy={ask.isPending && 'Asking...'}
        // Not `disabled`: the button would lose the focus after it was pressed.
        {...(cannotAsk && { 'aria-disabled': true })}
        onClick={() => !cannotAsk && void ask.run()}
      >
        My match is over
      </Button>
      <p className="min-h-5 text-muted text-xs" role="status">
        {(ask.error ?? error) ? <FailureText error={ask.error ?? error} /> : hint(progress, seconds, now)}
      </p>
    </div>
  );
}

function hint(progress: AttemptProgress | undefined, seconds: number, now: number): string {
  if (!progress) return '';
  if (waitsForItsTurn(progress, now)) return 'Busy right now. You’re in the queue.';
  if (seconds === 0) return 'Checking your stats.';
  if (progress.asksLeft === 0) return 'We keep checking automatically.';
  return `Checks your stats now. You have ${plural(progress.asksLeft, 'check')} left.`;
}
