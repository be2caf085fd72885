// SPDX-License-Identifier: Apache-2.0

import { useId } from 'react';
import type { AdminPromotion } from '../../../../contract/promotions-admin.ts';
import { cx } from '../../../lib/class-names.ts';
import { formatAmount, formatDateTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Amount } from '../../../ui/coins.tsx';
import { Send } from '../../../ui/icons/send.ts';
import { DeleteButton, EditButton } from '../../../ui/row-buttons.tsx';
import { SelectBox } from '../../../ui/select-box.tsx';
import { Badge } from '../../../ui/status.tsx';
import { Switch } from '../../../ui/switch.tsx';
import type { Selection } from '../../../ui/use-selection.ts';
import { isByRank } from '../promotion-rules.ts';
import { BudgetMeter } from './budget-meter.tsx';
import { oneReward } from './promotion-form-schema.ts';
import { getMode, getState } from './promotion-words.ts';
import { SendingProgress } from './sending-progress.tsx';

/** Actions on a promotion. */
export interface PromotionActions {
  onOpen: (event: AdminPromotion) => void;
  /** Missing if the administrator lacks the permission. */
  onToggle?: ((event: AdminPromotion) => Promise<unknown>) | undefined;
  onEdit?: ((event: AdminPromotion) => void) | undefined;
  onDelete?: ((event: AdminPromotion) => void) | undefined;
  onSend: (event: AdminPromotion) => void;
  /** The label of `onSend` for this administrator. */
  sendLabel: string;
}

/** A promotion at a glance. A press anywhere opens its details. */
export function AdminPromotionCard({
  event: promotion,
  canSend,
  actions,
  selection,
}: {
  event: AdminPromotion;
  canSend: boolean;
  actions: PromotionActions;
  selection: Selection<AdminPromotion>;
}) {
  const title = useId();
  const isRunning = promotion.phase === 'active' && promotion.isActive && !promotion.isCompleted;
  return (
    <li className="grid" aria-labelledby={title}>
      <Card
        edge={isRunning ? 'live' : 'line'}
        className="transition-colors duration-100 hover:bg-edge"
        inside={cx('relative flex flex-col gap-2 px-4 py-3', !promotion.isActive && 'text-muted')}
      >
        <div className="flex items-start justify-between gap-4">
          <SelectBox
            label={`Select ${promotion.title}`}
            checked={selection.isSelected(promotion._id)}
            onChange={(isRange) => selection.press(promotion._id, isRange)}
            className="-my-2 -mr-6 -ml-3"
          />
          <h2 id={title} className="min-w-0 grow text-lg">
            <button
              type="button"
              className="wrap-anywhere text-left after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-storm-soft focus-visible:after:-outline-offset-4"
              onClick={() => actions.onOpen(promotion)}
            >
              {promotion.title}
            </button>
          </h2>
          <Reward event={promotion} />
        </div>
        <PromotionBadges event={promotion} />
        {promotion.description && (
          <p className="line-clamp-1 text-muted text-sm max-xl:hidden">{promotion.description}</p>
        )}
        <p className="num text-muted text-sm max-xl:text-xs">
          {formatDateTime(promotion.startDate)} to {formatDateTime(promotion.endDate)}
        </p>
        <BudgetMeter event={promotion} />
        {promotion.isSending ? (
          <SendingProgress event={promotion} />
        ) : (
          <CardActions event={promotion} canSend={canSend} actions={actions} />
        )}
      </Card>
    </li>
  );
}

/** Type, mode and state. Completed promotions say that rewards were sent. */
export function PromotionBadges({ event: promotion }: { event: AdminPromotion }) {
  const state = getState(promotion);
  const tone =
    state === 'Running' ? 'storm' : state === 'To be sent' || promotion.isSending ? 'gold' : 'muted';
  return (
    <p className="flex flex-wrap items-center gap-2">
      <Badge>{promotion.type.replaceAll('_', ' ')}</Badge>
      <Badge>{getMode(promotion)}</Badge>
      <Badge tone={promotion.isCompleted ? 'win' : tone}>{state}</Badge>
      {promotion.isCompleted && <Badge tone="win">Rewards Sent</Badge>}
    </p>
  );
}

function Reward({ event: promotion }: { event: AdminPromotion }) {
  const { eventConfig, leaderboardRewards } = promotion;
  const { rewardType, rewardAmount, multiplier } = eventConfig;
  const places = isByRank(promotion);
  const amount = places ? (leaderboardRewards[0] ?? 0) : oneReward(rewardAmount, multiplier);
  return (
    <p className="grid shrink-0 justify-items-end">
      <Amount currency={rewardType} amount={amount} size={18} className="text-lg leading-tight" />
      <span className="text-muted text-xs">
        {places ? `for the first of ${formatAmount(leaderboardRewards.length)} places` : 'for each reward'}
      </span>
    </p>
  );
}

function CardActions({
  event: promotion,
  canSend,
  actions: { onToggle, onEdit, onDelete, onSend, sendLabel },
}: {
  event: AdminPromotion;
  canSend: boolean;
  actions: PromotionActions;
}) {
  return (
    // Above the button that covers the whole card.
    <div className="relative z-10 mt-auto flex flex-wrap items-center gap-x-3 gap-y-2 self-stretch">
      {onToggle && !promotion.isCompleted && (
        <span className="inline-flex min-h-10 items-center text-sm">
          <Switch
            label={`${promotion.title} is active`}
            checked={promotion.isActive}
            onChange={() => onToggle(promotion)}
          />
        </span>
      )}
      <span className="ml-auto inline-flex gap-1">
        {onEdit && !promotion.isCompleted && (
          <EditButton name={promotion.title} onClick={() => onEdit(promotion)} />
        )}
        {onDelete && <DeleteButton name={promotion.title} onClick={() => onDelete(promotion)} />}
      </span>
      {canSend && (
        <Button
          full
          icon={<Send size={18} aria-hidden="true" />}
          aria-label={`${sendLabel}: ${promotion.title}`}
          onClick={() => onSend(promotion)}
        >
          {sendLabel}
        </Button>
      )}
    </div>
  );
}
