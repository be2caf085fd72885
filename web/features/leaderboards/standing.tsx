// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { getLevel } from '../../../contract/levels.ts';
import { cx } from '../../lib/class-names.ts';
import { formatAmount, plural } from '../../lib/format.ts';
import { profileQuery } from '../../lib/query.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { RingMeter } from '../../ui/ring.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { streakQuery } from './api.ts';
import { shareOfWeek, streakWords } from './streak-words.ts';

const ringSize = 112;

/** The player's level and the XP to the next one. */
export function LevelCard() {
  const { data: profile, error, refetch } = useQuery(profileQuery);
  if (!profile) return <Waiting label="Loading your level..." error={error} onRetry={() => void refetch()} />;
  const { level, gained, needed, left, share } = getLevel(profile.xp);
  return (
    <Standing
      title={`Level ${formatAmount(level)}`}
      ring={
        <RingMeter
          value={share}
          label={`${formatAmount(gained)} of ${formatAmount(needed)} XP to level ${formatAmount(level + 1)}`}
          size={ringSize}
        >
          <span className="num text-3xl leading-8">{formatAmount(level)}</span>
        </RingMeter>
      }
    >
      <p className="text-soft">
        <span className="num">{formatAmount(gained)}</span> of{' '}
        <span className="num">{formatAmount(needed)}</span> XP
      </p>
      <p className="text-muted text-sm">
        {formatAmount(left)} XP to level {formatAmount(level + 1)}
      </p>
    </Standing>
  );
}

/** The player's streak: consecutive days with a finished challenge. */
export function StreakCard() {
  const { data: streak, error, refetch } = useQuery(streakQuery);
  const now = useNow(streak !== undefined && !streak.isKeptToday);
  if (!streak) return <Waiting label="Loading your streak..." error={error} onRetry={() => void refetch()} />;
  const { days, best, isKeptToday } = streak;
  return (
    <Standing
      title={days > 0 ? `${formatAmount(days)}-day streak` : 'No streak yet'}
      ring={
        <RingMeter
          value={shareOfWeek(days)}
          label={`${plural(days, 'day')} in a row, ${isKeptToday ? 'kept today' : 'not kept today yet'}`}
          size={ringSize}
          live={isKeptToday}
        >
          <Flame isLit={isKeptToday} />
          <span className="num leading-5">{formatAmount(days)}</span>
        </RingMeter>
      }
    >
      <p className="text-soft">{streakWords(streak, now)}</p>
      <p className="text-muted text-sm">Best: {plural(best, 'day')}</p>
    </Standing>
  );
}

/** The ring's arcs as a flame, hollow until the player has played today. */
function Flame({ isLit }: { isLit: boolean }) {
  return (
    <svg
      viewBox="0 0 32 36"
      width={32}
      height={36}
      fill="none"
      aria-hidden="true"
      className={isLit ? 'stroke-storm-soft' : 'stroke-faint'}
    >
      <path
        d="M17 2c1 6 10 10 10 20a11 11 0 0 1-22 0c0-5 3-8 5-10 0 3 1 5 3 6 2-5 1-11 4-16z"
        strokeWidth="2.4"
        strokeLinejoin="bevel"
        className={cx(isLit && 'fill-storm-deep')}
      />
      <path d="M16 21c0 3 5 4 5 8a5 5 0 0 1-10 0c0-3 3-5 5-8z" strokeWidth="2" strokeLinejoin="bevel" />
    </svg>
  );
}

function Standing({ title, ring, children }: { title: string; ring: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid">
      <Card inside="flex items-center gap-6 p-4 max-md:items-start max-md:text-sm md:px-6 md:py-5">
        <div className="max-md:hidden">{ring}</div>
        <div className="min-w-0">
          <h2 id={id} className="mb-1.5 text-lg md:text-xl">
            {title}
          </h2>
          {children}
        </div>
      </Card>
    </section>
  );
}

function Waiting({ label, error, onRetry }: { label: string; error: Error | null; onRetry: () => void }) {
  return (
    <Card inside="flex min-h-32 items-center p-4 md:min-h-38 md:px-6 md:py-5">
      {error ? (
        <div role="alert" className="grid justify-items-start gap-3">
          <p className="font-medium">
            <FailureText error={error} />
          </p>
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        </div>
      ) : (
        <Loading label={label} className="flex flex-1 items-center gap-6">
          <Skeleton className="size-28 rounded-full max-md:hidden" />
          <div className="grid flex-1 gap-2.5">
            <Skeleton className="h-5.5 w-24 md:w-32" />
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="h-4 w-20" />
          </div>
        </Loading>
      )}
    </Card>
  );
}
