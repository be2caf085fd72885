// SPDX-License-Identifier: Apache-2.0

import type { Attempt } from '../../../contract/challenges.ts';
import { gameLine } from '../../../contract/games/game-line.ts';
import { theGame } from '../../../contract/games/games.ts';
import { useGames } from '../../lib/settings.ts';
import { Coins } from '../../ui/coins.tsx';
import { When } from '../../ui/narrow-time.tsx';
import { Status } from '../../ui/status.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { earnedReward } from './attempt-summary.ts';
import { challengeName, displayType } from './challenge-type.ts';
import { gamesOfAttempts } from './games-of-attempts.ts';
import { missedConditions } from './missed-conditions.ts';
import { PracticeMark } from './practice-mark.tsx';

/** Attempts in the columns of the product specification (section 2.11); "Why?" leads to the receipt. */
export function AttemptTable({
  attempts,
  onWhy,
  onShare,
}: {
  attempts: readonly Attempt[];
  onWhy: (id: string) => void;
  /** Only their player shares results, and never those of practice. */
  onShare?: (attempt: Attempt) => void;
}) {
  const hasGames = gamesOfAttempts(attempts, useGames()).length > 1;
  const columns: Column<Attempt>[] = [
    { header: 'Challenge', cell: (attempt) => challengeName(attempt.challenge), isTitle: true },
    ...(hasGames ? [{ header: 'Game', cell: gameLine }] : []),
    {
      header: 'Type',
      cell: (attempt) => <span className="whitespace-nowrap">{displayType(attempt.challengeType)}</span>,
    },
    {
      header: hasGames ? 'Game account' : theGame.account.label,
      cell: (attempt) => <span className="sm:whitespace-nowrap max-sm:break-all">{attempt.epicId}</span>,
    },
    {
      header: 'Status',
      cell: (attempt) => (
        <StatusAndWhy
          attempt={attempt}
          onWhy={() => onWhy(attempt._id)}
          onShare={onShare && attempt.completedAt && !attempt.isPractice ? () => onShare(attempt) : undefined}
        />
      ),
    },
    {
      header: 'Entry Fee',
      cell: (attempt) => <Coins amount={attempt.entryFeeGC} size={16} />,
      isFigure: true,
    },
    {
      header: 'Reward Earned',
      cell: (attempt) => <Earned amount={earnedReward(attempt)} />,
      isFigure: true,
    },
    {
      header: 'Started At',
      cell: (attempt) => <When time={attempt.startedAt} />,
    },
    {
      header: 'Completed At',
      cell: ({ completedAt }) =>
        completedAt ? <When time={completedAt} /> : <span className="text-muted">Not completed</span>,
    },
  ];
  return (
    <Table
      caption="Past challenges, newest first"
      columns={columns}
      rows={attempts}
      rowKey={(attempt) => attempt._id}
      isWide
    />
  );
}

const linkClass =
  'min-h-8 max-sm:min-h-tap px-1 font-semibold text-storm-soft underline decoration-storm underline-offset-4 hover:text-text';

function StatusAndWhy({
  attempt,
  onWhy,
  onShare,
}: {
  attempt: Attempt;
  onWhy: () => void;
  onShare: (() => void) | undefined;
}) {
  return (
    <span className="grid">
      <span className="flex flex-wrap items-center gap-x-3 max-lg:justify-end">
        <Status status={attempt.status} />
        <button type="button" onClick={onWhy} className={linkClass}>
          Why?<span className="sr-only"> Receipt of {challengeName(attempt.challenge)}</span>
        </button>
        {onShare && (
          <button type="button" onClick={onShare} className={linkClass}>
            Share<span className="sr-only"> the result of {challengeName(attempt.challenge)}</span>
          </button>
        )}
      </span>
      <span className="flex flex-wrap items-center gap-x-2 max-lg:justify-end">
        <PracticeMark attempt={attempt} />
        {attempt.reason === 'overturned' && <span className="text-muted text-xs">Decided by our team</span>}
        <Missed attempt={attempt} />
      </span>
    </span>
  );
}

function Earned({ amount }: { amount: number }) {
  return <Coins amount={amount} size={16} className={amount === 0 ? 'text-muted! [&_svg]:opacity-50' : ''} />;
}

function Missed({ attempt }: { attempt: Attempt }) {
  const missed = missedConditions(attempt);
  return missed.length > 0 && <span className="text-muted text-xs">Missed: {missed.join(', ')}</span>;
}
