import { Pencil, Send } from 'lucide-react';
import type { AdminEvent } from '../../../../contract/events.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notify } from '../../../ui/toast.tsx';
import type { useEventChanges } from './api.ts';
import type { EventActions } from './event-card.tsx';
import { EventDetails } from './event-details.tsx';
import { EventFormDialog } from './event-form.tsx';
import { isUnder } from './event-words.ts';
import { SendRewards } from './send-rewards.tsx';

/** What is being done, to which event. */
export type Asked = { what: 'create' } | { what: 'edit' | 'delete' | 'send'; event: AdminEvent };

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
  asked: Asked | undefined;
  ask: (asked: Asked | undefined) => void;
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
  if (asked.what === 'create') {
    return (
      <EventFormDialog
        save={async (values, key) => {
          await changes.create(values, key);
          notify.done('Event created');
        }}
        onClose={close}
      />
    );
  }
  const { event } = asked;
  if (asked.what === 'edit') {
    return (
      <EventFormDialog
        edited={event}
        save={async (values, key) => {
          await changes.update(event._id, values, key);
          notify.done('Event updated');
        }}
        onClose={close}
      />
    );
  }
  if (asked.what === 'delete') {
    return (
      <ConfirmDialog
        title="Delete this event?"
        text={<Deletion event={event} />}
        confirmLabel="Delete"
        busyLabel="Deleting..."
        onConfirm={async () => {
          await changes.remove(event._id);
          notify.done('Event deleted successfully');
          close();
        }}
        onClose={close}
      />
    );
  }
  return (
    <SendRewards
      event={event}
      send={
        maySend
          ? async (key) => {
              await changes.send(event._id, key);
              notify.done('Rewards sent successfully');
              close();
            }
          : undefined
      }
      onOver={() => {
        void changes.refresh();
        close();
      }}
      onClose={close}
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
