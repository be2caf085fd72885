import { Pencil, Send } from 'lucide-react';
import type { AdminEvent } from '../../../../contract/events-admin.ts';
import { Button } from '../../../ui/button.tsx';
import { type Asked, RowDialogs } from '../../../ui/row-dialogs.tsx';
import { notify } from '../../../ui/toast.tsx';
import type { useEventChanges } from './api.ts';
import type { EventActions } from './event-card.tsx';
import { EventDetails } from './event-details.tsx';
import { EventFormDialog } from './event-form.tsx';
import { isUnder } from './event-words.ts';
import { SendRewards } from './send-rewards.tsx';

/** What is being done, to which event. */
export type AskedOfEvents = Asked<AdminEvent, 'send'>;

/** The dialogs of the events: the details of the open one, and what is being done. */
export function EventDialogs({
  asked,
  ask,
  open,
  onCloseOpen,
  actions,
  changes,
  maySend,
}: {
  asked: AskedOfEvents | undefined;
  ask: (asked: AskedOfEvents | undefined) => void;
  open: AdminEvent | undefined;
  onCloseOpen: () => void;
  actions: EventActions;
  changes: ReturnType<typeof useEventChanges>;
  maySend: boolean;
}) {
  const close = () => ask(undefined);
  if (!asked) {
    return (
      open && (
        <EventDetails
          event={open}
          actions={<DetailActions event={open} actions={actions} />}
          onClose={onCloseOpen}
        />
      )
    );
  }
  if (asked.what === 'send') {
    const { row } = asked;
    return (
      <SendRewards
        event={row}
        send={
          maySend
            ? async (key) => {
                const { isFinished } = await changes.send(row._id, key);
                notify.done(isFinished ? 'Rewards sent successfully' : 'Rewards are being sent');
              }
            : undefined
        }
        onClose={close}
      />
    );
  }
  return (
    <RowDialogs
      asked={asked}
      onClose={close}
      form={EventFormDialog}
      changes={changes}
      done={{ created: 'Event created', updated: 'Event updated', deleted: 'Event deleted successfully' }}
      deletion={(event) => ({ title: 'Delete this event?', text: <Deletion event={event} /> })}
    />
  );
}

function Deletion({ event: { title, rewardsCollected } }: { event: AdminEvent }) {
  return (
    <>
      {title} leaves every list and gives nothing more. What it paid stays paid.
      {rewardsCollected > 0 && ' What it only collected is never sent.'}
    </>
  );
}

function DetailActions({ event, actions }: { event: AdminEvent; actions: EventActions }) {
  const { onEdit, onSend, sendLabel } = actions;
  if (event.isSending) return null;
  return (
    <>
      {onEdit && !event.isCompleted && (
        <Button icon={<Pencil size={18} aria-hidden="true" />} onClick={() => onEdit(event)}>
          Edit
        </Button>
      )}
      {isUnder('send', event) && (
        <Button icon={<Send size={18} aria-hidden="true" />} onClick={() => onSend(event)}>
          {sendLabel}
        </Button>
      )}
    </>
  );
}
