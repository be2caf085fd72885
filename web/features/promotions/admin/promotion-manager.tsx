// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminPromotion } from '../../../../contract/promotions-admin.ts';
import { type TableAddress, useTableAddress } from '../../../lib/table-address.ts';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { findIn } from '../../../lib/whole-list.ts';
import { deleteAction, switchActions } from '../../../ui/bulk-actions.ts';
import { switchRow } from '../../../ui/change-with-undo.ts';
import { csvRow } from '../../../ui/data-columns.ts';
import { ExportButton } from '../../../ui/export-button.tsx';
import { CreateButton } from '../../../ui/row-buttons.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { SelectField } from '../../../ui/select.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { allPromotionsQuery, promotionCalls, usePromotionChanges } from './api.ts';
import type { PromotionActions } from './promotion-card.tsx';
import { promotionColumns } from './promotion-columns.ts';
import { type AskedOfPromotions, PromotionDialogs } from './promotion-dialogs.tsx';
import { PromotionGrid } from './promotion-grid.tsx';
import { isUnder, type PromotionTab, promotionTabs } from './promotion-words.ts';
import { Schedule } from './schedule.tsx';

const sorts = ['date', 'oldest', 'newest'] as const;
type Sort = (typeof sorts)[number];

function lockReason({ isSending }: Pick<AdminPromotion, 'isSending'>): string | undefined {
  return isSending ? 'We’re sending its rewards' : undefined;
}

const bulk = [
  ...switchActions<AdminPromotion>({
    on: { label: 'Activate', done: 'active' },
    off: { label: 'Deactivate', done: 'inactive' },
    obstacle: ({ isCompleted, isSending }) =>
      isCompleted ? 'Its rewards were sent' : lockReason({ isSending }),
    run: promotionCalls.toggle,
  }),
  deleteAction<AdminPromotion>({
    what: { one: 'event', many: 'events' },
    text: (promotions) => (
      <>
        They leave every list and stop giving rewards. Paid rewards stay paid.
        {promotions.some(({ rewardsCollected }) => rewardsCollected > 0) &&
          ' Collected rewards are never sent.'}
      </>
    ),
    obstacle: lockReason,
    run: promotionCalls.remove,
  }),
];

const tabLabels: Record<PromotionTab, string> = {
  active: 'Active',
  inactive: 'Inactive',
  send: 'Send Rewards',
  schedule: 'Schedule',
};

/** Promotions by active state, those with unsent rewards, and the scheduler's next runs. */
export function PromotionManager() {
  const address = useTableAddress(sorts, { sort: 'date', order: 'asc' });
  const tab = promotionTabs.find((each) => each === address.choice('tab')) ?? 'active';
  const events = useQuery(allPromotionsQuery);
  const may = usePermissions();
  const changes = usePromotionChanges();
  const [asked, ask] = useState<AskedOfPromotions>();
  const show = (promotion?: string) => address.change({ event: promotion });
  const open = events.data?.find(({ _id }) => _id === address.choice('event'));
  const found = events.data && shownUnder(tab, events.data, address);

  const mayWrite = may('events:write');
  const actions: PromotionActions = {
    onOpen: ({ _id }) => show(_id),
    onSend: (row) => {
      // The preview is shown next to the budget, so both must be current.
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
      <PromotionGrid
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
    <>
      <Tabs
        label="Events"
        value={tab}
        onChange={(next) => address.change({ tab: next === 'active' ? undefined : next })}
        tabs={promotionTabs.map((value) => ({
          value,
          label: tabLabels[value],
          content: (
            <div className="grid gap-4 [&>*]:min-w-0">
              <Tools address={address} tab={tab} found={found} onCreate={create} />
              {content}
            </div>
          ),
        }))}
      />
      <PromotionDialogs
        asked={asked && asNow(asked, events.data)}
        ask={ask}
        open={open}
        onCloseOpen={() => show(undefined)}
        actions={actions}
        changes={changes}
        maySend={may('events:send')}
      />
    </>
  );
}

/** Actions for administrators who may change promotions. */
function changingActions(
  changes: ReturnType<typeof usePromotionChanges>,
  ask: (asked: AskedOfPromotions) => void,
): Pick<PromotionActions, 'onToggle' | 'onEdit' | 'onDelete'> {
  return {
    onToggle: (promotion) => {
      const said = { key: promotion._id, name: promotion.title, done: 'Event updated' };
      return switchRow((...to) => changes.toggle(promotion, ...to), !promotion.isActive, said);
    },
    onEdit: (row) => ask({ what: 'edit', row }),
    onDelete: (row) => ask({ what: 'delete', row }),
  };
}

/** The current action with the promotion's newest data. */
function asNow(asked: AskedOfPromotions, promotions: readonly AdminPromotion[] = []): AskedOfPromotions {
  if (asked.what === 'create') return asked;
  return { ...asked, row: promotions.find(({ _id }) => _id === asked.row._id) ?? asked.row };
}

function shownUnder(
  tab: PromotionTab,
  promotions: readonly AdminPromotion[],
  address: TableAddress<Sort>,
): AdminPromotion[] {
  const { search, sort } = address;
  const getStart = ({ startDate }: AdminPromotion) => Date.parse(startDate);
  return findIn(
    {
      rows: promotions.filter((promotion) => isUnder(tab, promotion)),
      textsOf: (promotion) => csvRow(promotionColumns, promotion),
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
  tab: PromotionTab;
  found: AdminPromotion[] | undefined;
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
            columns={promotionColumns}
            rowKey={({ _id }) => _id}
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
