import { Send } from 'lucide-react';
import { useId } from 'react';
import type { AdminEvent } from '../../../../contract/events-admin.ts';
import { cx } from '../../../lib/class-names.ts';
import { formatAmount, formatDateTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Amount } from '../../../ui/coins.tsx';
import { DeleteButton, EditButton } from '../../../ui/row-buttons.tsx';
import { SelectBox } from '../../../ui/select-box.tsx';
import { Badge } from '../../../ui/status.tsx';
import { Switch } from '../../../ui/switch.tsx';
import type { Selection } from '../../../ui/use-selection.ts';
import { isByRank } from '../event-rules.ts';
import { BudgetMeter } from './budget-meter.tsx';
import { oneReward } from './event-form-schema.ts';
import { getMode, getState } from './event-words.ts';
import { SendingProgress } from './sending-progress.tsx';

/** What somebody may want with an event. */
export interface EventActions {
  onOpen: (event: AdminEvent) => void;
  /** Missing where the viewer may not. */
  onToggle?: ((event: AdminEvent) => Promise<unknown>) | undefined;
  onEdit?: ((event: AdminEvent) => void) | undefined;
  onDelete?: ((event: AdminEvent) => void) | undefined;
  onSend: (event: AdminEvent) => void;
  /** What `onSend` does for the viewer. */
  sendLabel: string;
}

/** An event at a glance; pressing it anywhere opens its details. */
export function AdminEventCard({
  event,
  canSend,
  actions,
  selection,
}: {
  event: AdminEvent;
  canSend: boolean;
  actions: EventActions;
  selection: Selection<AdminEvent>;
}) {
  const title = useId();
  const isRunning = event.phase === 'active' && event.isActive && !event.isCompleted;
  return (
    <li className="grid" aria-labelledby={title}>
      <Card
        edge={isRunning ? 'live' : 'line'}
        className="transition-colors duration-100 hover:bg-edge"
        inside={cx('relative flex flex-col gap-2 px-4 py-3', !event.isActive && 'text-muted')}
      >
        <div className="flex items-start justify-between gap-4">
          <SelectBox
            label={`Select ${event.title}`}
            checked={selection.isSelected(event._id)}
            onChange={(isRange) => selection.press(event._id, isRange)}
            className="-my-2 -mr-6 -ml-3"
          />
          <h2 id={title} className="min-w-0 grow text-lg">
            <button
              type="button"
              className="text-left after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-storm-soft focus-visible:after:-outline-offset-4"
              onClick={() => actions.onOpen(event)}
            >
              {event.title}
            </button>
          </h2>
          <Reward event={event} />
        </div>
        <EventBadges event={event} />
        {event.description && (
          <p className="line-clamp-1 text-muted text-sm max-xl:hidden">{event.description}</p>
        )}
        <p className="num text-muted text-sm max-xl:text-xs">
          {formatDateTime(event.startDate)} to {formatDateTime(event.endDate)}
        </p>
        <BudgetMeter event={event} />
        {event.isSending ? (
          <SendingProgress event={event} />
        ) : (
          <CardActions event={event} canSend={canSend} actions={actions} />
        )}
      </Card>
    </li>
  );
}

/** Type, mode and where it stands; a completed one says that its rewards are sent. */
export function EventBadges({ event }: { event: AdminEvent }) {
  const state = getState(event);
  const tone = state === 'Running' ? 'storm' : state === 'To be sent' || event.isSending ? 'gold' : 'muted';
  return (
    <p className="flex flex-wrap items-center gap-2">
      <Badge>{event.type.replaceAll('_', ' ')}</Badge>
      <Badge>{getMode(event)}</Badge>
      <Badge tone={event.isCompleted ? 'win' : tone}>{state}</Badge>
      {event.isCompleted && <Badge tone="win">Rewards Sent</Badge>}
    </p>
  );
}

function Reward({ event }: { event: AdminEvent }) {
  const { eventConfig, leaderboardRewards } = event;
  const { rewardType, rewardAmount, multiplier } = eventConfig;
  const places = isByRank(event);
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
  event,
  canSend,
  actions: { onToggle, onEdit, onDelete, onSend, sendLabel },
}: {
  event: AdminEvent;
  canSend: boolean;
  actions: EventActions;
}) {
  return (
    // Above the button that covers the card.
    <div className="relative z-10 mt-auto flex flex-wrap items-center gap-x-3 gap-y-2 self-stretch">
      {onToggle && !event.isCompleted && (
        <span className="inline-flex min-h-10 items-center text-sm">
          <Switch
            label={`${event.title} is active`}
            checked={event.isActive}
            onChange={() => onToggle(event)}
          />
        </span>
      )}
      <span className="ml-auto inline-flex gap-1">
        {onEdit && !event.isCompleted && <EditButton name={event.title} onClick={() => onEdit(event)} />}
        {onDelete && <DeleteButton name={event.title} onClick={() => onDelete(event)} />}
      </span>
      {canSend && (
        <Button
          full
          icon={<Send size={18} aria-hidden="true" />}
          aria-label={`${sendLabel}: ${event.title}`}
          onClick={() => onSend(event)}
        >
          {sendLabel}
        </Button>
      )}
    </div>
  );
}
