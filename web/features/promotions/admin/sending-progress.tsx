// SPDX-License-Identifier: Apache-2.0

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AdminPromotion, Sending } from '../../../../contract/promotions-admin.ts';
import { formatAmount } from '../../../lib/format.ts';
import { Amount } from '../../../ui/coins.tsx';
import { FailureText } from '../../../ui/failure-text.tsx';
import { Notice } from '../../../ui/panels.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { allPromotionsQuery, sendingQuery } from './api.ts';
import { timeLeftWords } from './promotion-words.ts';

/** The progress of sending a promotion's rewards, updated until all are sent. */
export function SendingProgress({ event: promotion }: { event: AdminPromotion }) {
  const { data, error } = useQuery(sendingQuery(promotion._id));
  const queries = useQueryClient();
  const isSent = data?.state === 'sent';
  useEffect(() => {
    if (isSent) void queries.invalidateQueries({ queryKey: allPromotionsQuery.queryKey });
  }, [isSent, queries]);
  if (!data && error) {
    return (
      <Notice title="Couldn’t load the progress">
        <FailureText error={error} after=" We’re still sending the rewards." />
      </Notice>
    );
  }
  if (!data) {
    return (
      <Loading label="Loading the progress...">
        <Skeleton className="h-16" />
      </Loading>
    );
  }
  return <Progress sending={data} currency={promotion.eventConfig.rewardType} />;
}

function Progress({ sending, currency }: { sending: Sending; currency: 'GC' | 'XP' }) {
  const { rewards, rewardsPaid, rewardsLeftOut, amountPaid } = sending;
  const done = rewardsPaid + rewardsLeftOut;
  const words = `${formatAmount(rewardsPaid)} of ${formatAmount(rewards)} rewards sent`;
  return (
    <div className="grid gap-1.5 text-sm">
      <p className="num flex flex-wrap justify-between gap-x-4">
        <span>{words}</span>
        <Amount currency={currency} amount={amountPaid} size={14} />
      </p>
      <span
        role="progressbar"
        aria-label="Rewards sent"
        aria-valuemin={0}
        aria-valuemax={rewards}
        aria-valuenow={done}
        aria-valuetext={words}
        className="block h-1.5 bg-ink-3"
      >
        <span
          className="block h-full bg-gold transition-[width] duration-500"
          style={{ width: `${rewards > 0 ? Math.min(100, (done / rewards) * 100) : 100}%` }}
        />
      </span>
      <p className="text-muted" role="status">
        {timeLeftWords(sending)}
        {rewardsLeftOut > 0 &&
          ` ${formatAmount(rewardsLeftOut)} skipped: withdrawn, or the account was deleted.`}
      </p>
    </div>
  );
}
