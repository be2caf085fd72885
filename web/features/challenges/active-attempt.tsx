// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { toVariant } from '../../../contract/attempt-conditions.ts';
import type { Attempt } from '../../../contract/challenges.ts';
import { gameOf } from '../../../contract/games/games.ts';
import { cx } from '../../lib/class-names.ts';
import { deviceStorage } from '../../lib/device-storage.ts';
import { useSandbox } from '../../lib/sandbox.ts';
import { latestAttemptKey, useHydrated } from '../../lib/session.ts';
import { useNow } from '../../lib/use-now.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Status } from '../../ui/status.tsx';
import { AttemptMeter } from './attempt-meter.tsx';
import { challengeName, conditionText } from './challenge-type.ts';
import { PracticeMark } from './practice-mark.tsx';
import { resultMessage } from './result-message.ts';
import { timeLeft } from './time-left.ts';
import { useActiveAttempt, useLatestAttempt } from './use-attempts.ts';
import { waitingFor } from './waiting-for.ts';

/**
 * The running attempt and what to do about it. Nothing while no attempt is active. While that is not known, a browser that
 * waits for a result keeps room for it (in prerendered markup by means of web/build/early-script.ts).
 */
export function ActiveAttempt({ offer }: { offer: ReactNode }) {
  const attempt = useActiveAttempt();
  const { isPending } = useLatestAttempt();
  const isHydrated = useHydrated();
  const place = 'cut h-78 sm:h-40.5';
  if (isPending && !isHydrated) return <Skeleton className={cx(place, 'hidden in-data-awaiting:block')} />;
  if (isPending && deviceStorage.getItem(latestAttemptKey)) return <Skeleton className={place} />;
  if (!attempt) return null;
  return <ActiveAttemptCard attempt={attempt} offer={offer} />;
}

function ActiveAttemptCard({ attempt, offer }: { attempt: Attempt; offer: ReactNode }) {
  const left = timeLeft(attempt, useNow(true));
  const variant = toVariant(attempt);
  return (
    <Card
      edge="live"
      inside="grid gap-5 bg-[linear-gradient(100deg,var(--color-storm-glow),var(--color-ink-1)_62%)] p-5 sm:px-8 sm:py-6"
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
          {variant && (
            <p className="text-soft text-sm">
              {conditionText(variant)} in one {gameOf(attempt).match.one}.
            </p>
          )}
          <p className={cx('text-sm', attempt.sawOlderMatch ? 'text-gold' : 'text-muted')}>
            {waitingFor(attempt, left)} <ArenaLink attempt={attempt} />
          </p>
        </div>
      </div>
      {offer}
    </Card>
  );
}

/** Where a simulated match is played; only in a sandbox. */
function ArenaLink({ attempt }: { attempt: Attempt }) {
  const sandbox = useSandbox();
  if (!sandbox) return null;
  return (
    <a
      href={sandbox.url + arenaPath(attempt)}
      target="_blank"
      rel="noreferrer"
      className="whitespace-nowrap text-storm-soft underline underline-offset-4 hover:text-text"
    >
      Play it in the Arena
    </a>
  );
}

function arenaPath(attempt: Attempt): string {
  const { epicId } = attempt;
  const [platform = '', name] = epicId.split('/');
  if (name === undefined) return `/arena?epicId=${encodeURIComponent(epicId)}`;
  return `/arena/${gameOf(attempt).id}?${new URLSearchParams({ platform, name })}`;
}
