// SPDX-License-Identifier: Apache-2.0

import { Link } from 'react-router';
import type { AdminAttempt } from '../../../../contract/challenges-admin.ts';
import { gameLine } from '../../../../contract/games/game-line.ts';
import { theGame } from '../../../../contract/games/games.ts';
import { userAddress } from '../../../lib/user-address.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Coins } from '../../../ui/coins.tsx';
import { dataColumns } from '../../../ui/data-columns.ts';
import { Ban } from '../../../ui/icons/ban.ts';
import { ReceiptText } from '../../../ui/icons/receipt-text.ts';
import { When } from '../../../ui/narrow-time.tsx';
import { Status } from '../../../ui/status.tsx';
import { challengeName, displayType } from '../challenge-type.ts';
import { PracticeMark } from '../practice-mark.tsx';

interface AttemptActions {
  mayVoid: boolean;
  maySeeUsers: boolean;
  /** Whether there is more than one game. */
  hasGames: boolean;
  onReceipt: (row: AdminAttempt) => void;
  onVoid: (row: AdminAttempt) => void;
}

/** The table of all attempts. Players are links for administrators who may open their pages. */
export function attemptColumns({ maySeeUsers, hasGames, ...does }: AttemptActions) {
  const { column, field, actions } = dataColumns<AdminAttempt>();
  const coins = (id: string, header: string, amount: (row: AdminAttempt) => number, narrow?: 'figure') =>
    column(id, header, amount, (row) => <Price amount={amount(row)} />, {
      isFigure: true,
      ...(narrow && { narrow }),
    });
  return [
    column(
      'player',
      'Player',
      ({ user }) => user.name,
      ({ user }) => <Player user={user} isLink={maySeeUsers} />,
      { isTitle: true },
    ),
    column(
      'email',
      'E-mail',
      ({ user }) => user.email,
      ({ user }) => (
        <span className="block max-w-full truncate xl:max-w-48" title={user.email}>
          {user.email || '–'}
        </span>
      ),
    ),
    column(
      'challenge',
      'Challenge',
      ({ challenge }) => challengeName(challenge),
      ({ challenge }) => <span className="xl:line-clamp-2">{challengeName(challenge)}</span>,
      { isLong: true, narrow: 'note' },
    ),
    ...(hasGames ? [column('game', 'Game', gameLine)] : []),
    column(
      'type',
      'Type',
      ({ challengeType }) => displayType(challengeType),
      ({ challengeType }) => <span title={challengeType}>{displayType(challengeType)}</span>,
    ),
    field('epicId', hasGames ? 'Game account' : theGame.account.label, ({ epicId }) => (
      <span className="wrap-anywhere">{epicId || '–'}</span>
    )),
    column(
      'status',
      'Status',
      ({ status, isPractice }) => (isPractice ? `${status} PRACTICE` : status),
      (row) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Status status={row.status} />
          <PracticeMark attempt={row} />
        </span>
      ),
      { narrow: 'state' },
    ),
    coins('entryFee', 'Entry fee', ({ entryFeeGC }) => entryFeeGC),
    coins('reward', 'Reward earned', ({ rewardGiven }) => rewardGiven, 'figure'),
    coins('refund', 'Refund', ({ refundGC }) => refundGC),
    coins('processingFee', 'Processing fee', ({ processingFeeGC }) => processingFeeGC),
    field('startedAt', 'Started', ({ startedAt }) => <When time={startedAt} className="text-muted" />),
    column(
      'completedAt',
      'Ended',
      ({ completedAt }) => completedAt ?? '',
      ({ completedAt }) =>
        completedAt ? (
          <When time={completedAt} className="text-muted" />
        ) : (
          <span className="text-muted">Not yet</span>
        ),
    ),
    actions((row) => <Buttons row={row} {...does} />),
  ];
}

function Player({ user, isLink }: { user: AdminAttempt['user']; isLink: boolean }) {
  if (!isLink || !user.name) return user.name || 'Deleted player';
  return (
    <Link
      to={userAddress(user._id)}
      className="text-storm-soft underline decoration-storm underline-offset-4 hover:text-text"
    >
      {user.name}
    </Link>
  );
}

function Buttons({
  row,
  mayVoid,
  onReceipt,
  onVoid,
}: { row: AdminAttempt } & Omit<AttemptActions, 'maySeeUsers' | 'hasGames'>) {
  return (
    <span className="inline-flex gap-1">
      <IconButton label={`Receipt of ${getName(row)}`} onClick={() => onReceipt(row)}>
        <ReceiptText size={18} aria-hidden="true" />
      </IconButton>
      {mayVoid && isVoidable(row) && (
        <IconButton label={`Void the attempt of ${getName(row)}`} onClick={() => onVoid(row)}>
          <Ban size={18} aria-hidden="true" />
        </IconButton>
      )}
    </span>
  );
}

export const isVoidable = ({ status }: AdminAttempt) => status !== 'CANCELLED';

/** The name of an attempt's player. */
export function getName({ user }: Pick<AdminAttempt, 'user'>): string {
  return user.name || 'a deleted player';
}

function Price({ amount }: { amount: number }) {
  return (
    <Coins
      amount={amount}
      size={15}
      className={amount === 0 ? 'gap-1.5! text-muted! [&_svg]:opacity-50' : 'gap-1.5!'}
    />
  );
}
