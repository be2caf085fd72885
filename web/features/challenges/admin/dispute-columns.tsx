// SPDX-License-Identifier: Apache-2.0

import { Link } from 'react-router';
import type { AdminDispute } from '../../../../contract/disputes-admin.ts';
import { formatTimeLeft } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { userAddress } from '../../../lib/user-address.ts';
import { Button } from '../../../ui/button.tsx';
import { Coins } from '../../../ui/coins.tsx';
import { dataColumns } from '../../../ui/data-columns.ts';
import { When } from '../../../ui/narrow-time.tsx';
import { Badge, Status } from '../../../ui/status.tsx';
import { challengeName, displayType } from '../challenge-type.ts';

export const outcomeWords = { upheld: 'Stays as it was', won: 'Decided as won' } as const;

/** The name of a dispute's player. */
export const getName = ({ user }: AdminDispute) => user.name || 'a deleted user';

export function disputeColumns({
  maySeeUsers,
  mayDecide,
  onOpen,
}: {
  maySeeUsers: boolean;
  mayDecide: boolean;
  onOpen: (row: AdminDispute) => void;
}) {
  const { column, field, actions } = dataColumns<AdminDispute>();
  return [
    column(
      'player',
      'Player',
      ({ user }) => user.name || 'Deleted user',
      ({ user }) =>
        maySeeUsers && user.name ? (
          <Link
            to={userAddress(user._id)}
            className="text-storm-soft underline decoration-storm underline-offset-4 hover:text-text"
          >
            {user.name}
          </Link>
        ) : (
          user.name || 'Deleted user'
        ),
      { isTitle: true },
    ),
    column(
      'challenge',
      'Challenge',
      ({ attempt }) => `${challengeName(attempt.challenge)}, ${displayType(attempt.challengeType)}`,
      ({ attempt }) => (
        <span className="grid max-xl:grid-cols-1">
          <span className="max-xl:shut:truncate">{challengeName(attempt.challenge)}</span>
          <span className="text-muted text-sm">{displayType(attempt.challengeType)}</span>
        </span>
      ),
      { narrow: 'note' },
    ),
    column(
      'status',
      'Result',
      ({ attempt }) => attempt.status,
      ({ attempt }) => <Status status={attempt.status} />,
      { narrow: 'state' },
    ),
    column(
      'winsGC',
      'Would Win',
      ({ winsGC }) => winsGC,
      ({ winsGC }) => <Coins amount={winsGC} size={15} />,
      { isFigure: true },
    ),
    column(
      'words',
      'Says',
      ({ words }) => words,
      ({ words }) => <span className="wrap-anywhere xl:line-clamp-2">{words}</span>,
      { isLong: true },
    ),
    field('openedAt', 'Disputed', ({ openedAt }) => <When time={openedAt} />),
    column(
      'promisedBy',
      'Promised By',
      ({ promisedBy, ruling }) => (ruling ? outcomeWords[ruling.outcome] : promisedBy),
      (row) => <Promised {...row} />,
      { narrow: 'figure' },
    ),
    actions((row) => (
      <Button
        size="sm"
        aria-label={`${mayDecide && !row.ruling ? 'Review and decide' : 'Look at'}: dispute of ${getName(row)}`}
        onClick={() => onOpen(row)}
      >
        {mayDecide && !row.ruling ? 'Decide' : 'Look at'}
      </Button>
    )),
  ];
}

/** While the dispute waits, the promised time and how far off it is; afterwards the decision. */
function Promised({ promisedBy, ruling }: AdminDispute) {
  const now = useNow(!ruling);
  if (ruling)
    return <Badge tone={ruling.outcome === 'won' ? 'win' : 'muted'}>{outcomeWords[ruling.outcome]}</Badge>;
  const left = formatTimeLeft(promisedBy, now);
  return (
    <span className="num grid gap-0.5">
      <When time={promisedBy} className="max-xl:shut:hidden" />
      <span className={left ? 'text-muted' : 'font-semibold text-loss'}>
        {left
          ? `${left} left`
          : `Overdue by ${formatTimeLeft(new Date(now), Date.parse(promisedBy)) ?? '1 s'}`}
      </span>
    </span>
  );
}
