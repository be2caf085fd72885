// SPDX-License-Identifier: Apache-2.0

import { Link } from 'react-router';
import type { FairPlayPlayer } from '../../../contract/fair-play-admin.ts';
import { formatAmount } from '../../lib/format.ts';
import { userAddress } from '../../lib/user-address.ts';
import { Button } from '../../ui/button.tsx';
import { Coins } from '../../ui/coins.tsx';
import { dataColumns } from '../../ui/data-columns.ts';
import { When } from '../../ui/narrow-time.tsx';
import { Badge } from '../../ui/status.tsx';

export const getName = ({ user }: FairPlayPlayer) => user.name || 'a deleted user';

const { column, field, actions } = dataColumns<FairPlayPlayer>();

const player = column('player', 'Player', getName, ({ user }) => <UserLink user={user} />, { isTitle: true });
const score = field('score', 'Score', ({ score }) => <Score score={score} />, {
  isFigure: true,
  narrow: 'figure',
});

/** Players in the queue, with the reasons. */
export function queueColumns({
  onSee,
  onDismiss,
}: {
  onSee: (row: FairPlayPlayer) => void;
  onDismiss: ((row: FairPlayPlayer) => void) | undefined;
}) {
  return [
    player,
    score,
    column(
      'reasons',
      'Because',
      ({ signals }) => signals.map(({ text }) => text).join('; '),
      ({ signals }) => (
        <ul className="grid gap-0.5 max-xl:grid-cols-1">
          {signals.map(({ kind, text }) => (
            <li key={kind} className="max-xl:shut:truncate">
              {text}
            </li>
          ))}
        </ul>
      ),
      { narrow: 'note' },
    ),
    column(
      'openSince',
      'Since',
      ({ openSince }) => openSince ?? '',
      ({ openSince }) => openSince && <When time={openSince} />,
    ),
    actions((row) => (
      <span className="inline-flex flex-wrap justify-end gap-2">
        <Button size="sm" aria-label={`Look at ${getName(row)}`} onClick={() => onSee(row)}>
          Look at
        </Button>
        {onDismiss && (
          <Button size="sm" aria-label={`Dismiss ${getName(row)}`} onClick={() => onDismiss(row)}>
            Dismiss
          </Button>
        )}
      </span>
    )),
  ];
}

/** Players and their figures. */
export function playerColumns(onSee: (row: FairPlayPlayer) => void) {
  const count = (name: 'sharedCards' | 'sharedAccounts' | 'sharedNetworks', header: string) =>
    field(name, header, (row) => <Shared count={row[name]} />, { isFigure: true });
  return [
    player,
    column(
      'won',
      'Won',
      ({ won, finished }) => `${won} of ${finished}`,
      ({ won, finished }) => (
        <span className="num">
          {formatAmount(won)} of {formatAmount(finished)}
        </span>
      ),
      { narrow: 'note' },
    ),
    field('expected', 'Likely', ({ expected }) => <span className="num">{expected.toFixed(1)}</span>, {
      isFigure: true,
    }),
    field('excess', 'Above (SD)', ({ excess }) => <span className="num">{excess.toFixed(1)}</span>, {
      isFigure: true,
    }),
    column(
      'winnings',
      'Winnings',
      ({ winningsGC }) => winningsGC,
      ({ winningsGC }) => <Coins amount={winningsGC} size={15} />,
      { isFigure: true },
    ),
    count('sharedCards', 'Cards'),
    count('sharedAccounts', 'Accounts'),
    count('sharedNetworks', 'Networks'),
    score,
    column(
      'state',
      'State',
      ({ openSince, dismissedAt }) => (openSince ? 'Open' : dismissedAt ? 'Dismissed' : ''),
      ({ openSince, dismissedAt }) =>
        openSince ? <Badge tone="loss">Open</Badge> : dismissedAt ? <Badge>Dismissed</Badge> : '–',
      { narrow: 'state' },
    ),
    actions((row) => (
      <Button size="sm" aria-label={`Look at ${getName(row)}`} onClick={() => onSee(row)}>
        Look at
      </Button>
    )),
  ];
}

function UserLink({ user }: Pick<FairPlayPlayer, 'user'>) {
  if (!user.name) return 'Deleted user';
  return (
    <Link
      to={userAddress(user._id)}
      className="text-storm-soft underline decoration-storm underline-offset-4 hover:text-text"
    >
      {user.name}
    </Link>
  );
}

/** High scores are red, and also bold for people who can't see the red. */
function Score({ score }: { score: number }) {
  return <span className={score >= 60 ? 'num font-semibold text-loss' : 'num'}>{score}</span>;
}

function Shared({ count }: { count: number }) {
  return <span className={count > 0 ? 'num font-semibold' : 'num text-muted'}>{formatAmount(count)}</span>;
}
