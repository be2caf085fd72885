import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminEvent } from '../../../../contract/events-admin.ts';
import { type TableAddress, useTableAddress } from '../../../lib/table-address.ts';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { findIn } from '../../../lib/whole-list.ts';
import { deleteAction, switchActions } from '../../../ui/bulk-actions.ts';
import { csvRow } from '../../../ui/data-columns.ts';
import { ExportButton } from '../../../ui/export-button.tsx';
import { CreateButton } from '../../../ui/row-buttons.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { SelectField } from '../../../ui/select.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { notify } from '../../../ui/toast.tsx';
import { allEventsQuery, eventCalls, useEventChanges } from './api.ts';
import type { EventActions } from './event-card.tsx';
import { eventColumns } from './event-columns.ts';
import { type AskedOfEvents, EventDialogs } from './event-dialogs.tsx';
import { EventGrid } from './event-grid.tsx';
import { type EventTab, eventTabs, isUnder } from './event-words.ts';
import { Schedule } from './schedule.tsx';

const sorts = ['date', 'oldest', 'newest'] as const;
type Sort = (typeof sorts)[number];

function lockReason({ isSending }: Pick<AdminEvent, 'isSending'>): string | undefined {
  return isSending ? 'Its rewards are being sent' : undefined;
}

const bulk = [
  ...switchActions<AdminEvent>({
    on: { label: 'Activate', done: 'active' },
    off: { label: 'Deactivate', done: 'inactive' },
    obstacle: ({ isCompleted, isSending }) =>
      isCompleted ? 'Its rewards were sent' : lockReason({ isSending }),
    run: (event, _isActive, options) => eventCalls.toggle(event, options),
  }),
  deleteAction<AdminEvent>({
    what: { one: 'event', many: 'events' },
    text: (events) => (
      <>
        They leave every list and give nothing more. What they paid stays paid.
        {events.some(({ rewardsCollected }) => rewardsCollected > 0) &&
          ' What they only collected is never sent.'}
      </>
    ),
    obstacle: lockReason,
    run: eventCalls.remove,
  }),
];

const tabLabels: Record<EventTab, string> = {
  active: 'Active',
  inactive: 'Inactive',
  send: 'Send Rewards',
  schedule: 'Schedule',
};

/** Events by whether they are active, those whose rewards wait to be sent, and what the scheduler does next. */
export function EventManager() {
  const address = useTableAddress(sorts, { sort: 'date', order: 'asc' });
  const tab = eventTabs.find((each) => each === address.choice('tab')) ?? 'active';
  const events = useQuery(allEventsQuery);
  const may = usePermissions();
  const changes = useEventChanges();
  const [asked, ask] = useState<AskedOfEvents>();
  const show = (event?: string) => address.change({ event });
  const open = events.data?.find(({ _id }) => _id === address.choice('event'));
  const found = events.data && shownUnder(tab, events.data, address);

  const mayWrite = may('events:write');
  const actions: EventActions = {
    onOpen: ({ _id }) => show(_id),
    onSend: (row) => {
      // The preview stands beside the budget: both as they are now.
      void events.refetch();
      ask({ what: 'send', row });
    },
    sendLabel: may('events:send') ? 'Send Rewards' : 'Preview payouts',
    ...(mayWrite && changingActions(changes, ask)),
  };
  const create = mayWrite ? () => ask({ what: 'create' }) : undefined;
  const content =
    tab === 'schedule' ? (
      <Schedule search={address.search} />
    ) : (
      <EventGrid
        tab={tab}
        found={found}
        hasAny={Boolean(events.data?.length)}
        query={events}
        isSearched={address.search !== ''}
        actions={actions}
        onCreate={create}
        bulk={mayWrite ? bulk : []}
        onShowAll={() => address.change({ search: undefined })}
      />
    );

  return (
    <div className="grid gap-5 [&>*]:min-w-0">
      <Tools address={address} tab={tab} found={found} onCreate={create} />
      <Tabs
        label="Events"
        value={tab}
        onChange={(next) => address.change({ tab: next === 'active' ? undefined : next })}
        tabs={eventTabs.map((value) => ({ value, label: tabLabels[value], content }))}
      />
      <EventDialogs
        asked={asked && asNow(asked, events.data)}
        ask={ask}
        open={open}
        onCloseOpen={() => show(undefined)}
        actions={actions}
        changes={changes}
        maySend={may('events:send')}
      />
    </div>
  );
}

/** What may be done with an event by someone who may change events. */
function changingActions(
  changes: ReturnType<typeof useEventChanges>,
  ask: (asked: AskedOfEvents) => void,
): Pick<EventActions, 'onToggle' | 'onEdit' | 'onDelete'> {
  return {
    onToggle: async (event) => {
      await changes.toggle(event);
      notify.done('Event updated');
    },
    onEdit: (row) => ask({ what: 'edit', row }),
    onDelete: (row) => ask({ what: 'delete', row }),
  };
}

/** The same with its event as it was last read. */
function asNow(asked: AskedOfEvents, events: readonly AdminEvent[] = []): AskedOfEvents {
  if (asked.what === 'create') return asked;
  return { ...asked, row: events.find(({ _id }) => _id === asked.row._id) ?? asked.row };
}

function shownUnder(tab: EventTab, events: readonly AdminEvent[], address: TableAddress<Sort>): AdminEvent[] {
  const { search, sort } = address;
  const getStart = ({ startDate }: AdminEvent) => Date.parse(startDate);
  return findIn(
    {
      rows: events.filter((event) => isUnder(tab, event)),
      textsOf: (event) => csvRow(eventColumns, event),
      by: { oldest: getStart, newest: getStart },
    },
    { search, sort, order: sort === 'newest' ? 'desc' : 'asc' },
  );
}

function Tools({
  address,
  tab,
  found,
  onCreate,
}: {
  address: TableAddress<Sort>;
  tab: EventTab;
  found: AdminEvent[] | undefined;
  onCreate: (() => void) | undefined;
}) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SearchBox
        label="Search events"
        placeholder="Search Here.."
        className="min-w-0 grow basis-64 lg:max-w-96"
        value={address.search}
        onChange={(search) => address.change({ search })}
      />
      {tab !== 'schedule' && (
        <SelectField
          label="Sort"
          hidesLabel
          isCompact
          className="min-w-0 grow basis-40 sm:max-w-56"
          value={address.sort}
          onChange={({ target }) => address.change({ sort: target.value })}
        >
          <option value="date">Sort By Date</option>
          <option value="oldest">Oldest</option>
          <option value="newest">Newest</option>
        </SelectField>
      )}
      <div className="flex grow flex-wrap justify-end gap-3 max-sm:[&>*]:grow">
        {tab !== 'schedule' && (
          <ExportButton
            what="events"
            columns={eventColumns}
            readPage={async (page, pageSize) => ({
              list: (found ?? []).slice((page - 1) * pageSize, page * pageSize),
            })}
            isEmpty={!found?.length}
          />
        )}
        {onCreate && <CreateButton onClick={onCreate}>Create Event</CreateButton>}
      </div>
    </div>
  );
}
