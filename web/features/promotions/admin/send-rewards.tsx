// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import type { AdminPromotion, Payouts } from '../../../../contract/promotions-admin.ts';
import { getMessage } from '../../../lib/api.ts';
import { formatAmount, formatDateTime } from '../../../lib/format.ts';
import { useIdempotencyKey } from '../../../lib/use-idempotency-key.ts';
import { Button } from '../../../ui/button.tsx';
import { Amount } from '../../../ui/coins.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyPanel, ErrorPanel, Notice } from '../../../ui/panels.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { Stat, Stats } from '../../../ui/stat.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { isByRank } from '../promotion-rules.ts';
import { isOverForGood, payoutsQuery } from './api.ts';
import { budgetWords } from './promotion-words.ts';

/**
 * Shows each player's reward before all are irrevocably sent (product specification, sections 4.5 and 8.3).
 * Administrators who may not send only see them.
 */
export function SendRewards({
  event: promotion,
  send,
  onClose,
}: {
  event: AdminPromotion;
  /** Missing if the administrator lacks the permission. */
  send?: ((idempotencyKey: string) => Promise<unknown>) | undefined;
  onClose: () => void;
}) {
  const payouts = useQuery(payoutsQuery(promotion._id));
  const getKey = useIdempotencyKey();
  const isTooEarly = isByRank(promotion) && promotion.phase !== 'finished';
  const preview = <Preview event={promotion} isTooEarly={isTooEarly} payouts={payouts} />;
  if (!send) {
    return (
      <Dialog
        open
        wide
        onClose={onClose}
        title={`Preview payouts: ${promotion.title}`}
        description="What each player would get if you sent the rewards now."
        footer={<Button onClick={onClose}>Close</Button>}
      >
        {preview}
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      wide
      title={`Send rewards: ${promotion.title}`}
      text="Once sent, rewards cannot be reverted."
      confirmLabel="Send Rewards"
      busyLabel="Sending..."
      isReady={payouts.isSuccess && !payouts.isFetching && !isTooEarly}
      onConfirm={async () => {
        try {
          await send(getKey(promotion._id));
        } catch (error) {
          if (!isOverForGood(error)) throw error;
        }
        onClose();
      }}
      onClose={onClose}
    >
      {preview}
    </ConfirmDialog>
  );
}

function Preview({
  event: promotion,
  isTooEarly,
  payouts: { data, error, isFetching, refetch },
}: {
  event: AdminPromotion;
  isTooEarly: boolean;
  payouts: { data: Payouts | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown };
}) {
  if (isFetching) {
    return (
      <Loading label="Loading the payouts..." className="grid gap-3">
        <Skeleton className="h-24" />
        <Skeleton className="h-48" />
      </Loading>
    );
  }
  if (error || !data) {
    return <ErrorPanel error={error} message={getMessage(error)} onRetry={() => void refetch()} />;
  }
  return (
    <div className="grid gap-5 [&>*]:min-w-0">
      {isTooEarly && (
        <Notice tone="gold">
          The event ends {formatDateTime(promotion.endDate)}. You can send places a minute later. These are
          the places now.
        </Notice>
      )}
      <Stats className="max-sm:[&>:last-child]:col-span-2 sm:grid-cols-3">
        <Stat label="Players">{formatAmount(data.players)}</Stat>
        <Stat label="Total">
          <Amount currency={data.rewardType} amount={data.total} size={22} />
        </Stat>
        <Stat
          label="Budget"
          hint={isByRank(promotion) ? 'Spent so far' : 'Spent so far, these rewards included'}
        >
          <span className="text-base leading-6">{budgetWords(promotion)}</span>
        </Stat>
      </Stats>
      {data.players > 0 ? (
        <PayoutTable payouts={data} />
      ) : (
        <EmptyPanel
          level="h3"
          title="No rewards to send"
          text="No player has a reward from this event. Sending still completes it."
        />
      )}
      <p className="text-muted text-sm">
        Deleted accounts and administrators who made or edited this event get nothing. Their places stay
        unpaid.
      </p>
    </div>
  );
}

function PayoutTable({ payouts: { list, players, rewardType } }: { payouts: Payouts }) {
  const hasRanks = list.some(({ rank }) => rank !== null);
  const columns: Column<Payouts['list'][number]>[] = [
    ...(hasRanks
      ? [
          {
            header: 'Place',
            cell: ({ rank }: Payouts['list'][number]) => (
              <span className="num">#{formatAmount(rank ?? 0)}</span>
            ),
          },
        ]
      : []),
    {
      header: 'Player',
      cell: ({ name, handle }) => (
        <span className="wrap-anywhere">
          {name} <span className="text-muted text-sm">{handle}</span>
        </span>
      ),
      isTitle: true,
    },
    {
      header: 'Reward',
      cell: ({ amount }) => <Amount currency={rewardType} amount={amount} size={14} />,
      isFigure: true,
    },
  ];
  return (
    <div className="grid gap-3">
      <Table caption="Payouts" columns={columns} rows={list} rowKey={({ playerId }) => playerId} staysTable />
      {players > list.length && (
        <p className="text-muted text-sm">
          The first {formatAmount(list.length)} of {formatAmount(players)} players.
        </p>
      )}
    </div>
  );
}
