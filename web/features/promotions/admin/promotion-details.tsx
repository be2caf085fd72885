// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import type { AdminPromotion } from '../../../../contract/promotions-admin.ts';
import { deeds } from '../../../../contract/triggers.ts';
import { formatAmount, formatDateTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Amount } from '../../../ui/coins.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { PromotionPlaces } from '../promotion-places.tsx';
import { isByRank, multiplied } from '../promotion-rules.ts';
import { BudgetMeter } from './budget-meter.tsx';
import { PromotionBadges } from './promotion-card.tsx';
import { oneReward } from './promotion-form-schema.ts';
import { getMode, limitWords } from './promotion-words.ts';
import { SendingProgress } from './sending-progress.tsx';

/** A promotion's terms, and what it has paid so far. */
export function PromotionDetails({
  event: promotion,
  actions,
  onClose,
}: {
  event: AdminPromotion;
  /** Buttons for actions on it. */
  actions: ReactNode;
  onClose: () => void;
}) {
  const { description, triggers, startDate, endDate, createdAt } = promotion;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={promotion.title}
      description={description && <span className="whitespace-pre-line">{description}</span>}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {actions}
        </>
      }
    >
      <div className="grid gap-5 [&>*]:min-w-0">
        <PromotionBadges event={promotion} />
        <BudgetMeter event={promotion} />
        {promotion.isSending && <SendingProgress event={promotion} />}
        {isByRank(promotion) && <PromotionPlaces event={promotion} />}
        <div className="grid gap-x-8 sm:grid-cols-2">
          <Facts>
            <Fact label="Mode">{getMode(promotion)}</Fact>
            <Fact label="Active">{promotion.isActive ? 'Yes' : 'No'}</Fact>
            <Fact label="Start Date">{formatDateTime(startDate)}</Fact>
            <Fact label="End Date">{formatDateTime(endDate)}</Fact>
            <Fact label="Created At">{formatDateTime(createdAt)}</Fact>
          </Facts>
          <RewardFacts event={promotion} />
        </div>
        <div className="grid gap-1.5 text-sm">
          <h3 className="text-base">Triggers</h3>
          <ul className="grid gap-1">
            {triggers.map((trigger) => (
              <li key={trigger} className="flex flex-wrap gap-x-3">
                <span className="break-all font-medium">{trigger}</span>
                <span className="text-muted">{deeds[trigger]}</span>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Dialog>
  );
}

function RewardFacts({ event: promotion }: { event: AdminPromotion }) {
  const { eventConfig, rewardsPaid, rewardsCollected } = promotion;
  const { rewardType, rewardAmount, multiplier, userCap, dailyCap } = eventConfig;
  const factors = multiplied(promotion);
  return (
    <Facts>
      {!isByRank(promotion) && (
        <>
          <Fact label="Reward">
            <span className="inline-flex flex-wrap items-center justify-end gap-x-2">
              {factors && <span className="num text-muted">{factors}</span>}
              <Amount currency={rewardType} amount={oneReward(rewardAmount, multiplier)} size={16} />
            </span>
          </Fact>
          <Fact label="User Cap">{limitWords(userCap)}</Fact>
          <Fact label="Daily Cap">{limitWords(dailyCap)}</Fact>
        </>
      )}
      <Fact label="Rewards paid">{formatAmount(rewardsPaid)}</Fact>
      <Fact label="Rewards collected, not sent">{formatAmount(rewardsCollected)}</Fact>
    </Facts>
  );
}
