// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { AdminGiveaway } from '../../../../contract/giveaways-admin.ts';
import { useTableAddress } from '../../../lib/table-address.ts';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { deleteAction, switchActions } from '../../../ui/bulk-actions.ts';
import { switchRow } from '../../../ui/change-with-undo.ts';
import { DataList } from '../../../ui/data-list.tsx';
import { wholeList } from '../../../ui/list-source.ts';
import { CreateButton } from '../../../ui/row-buttons.tsx';
import { type Asked, RowDialogs } from '../../../ui/row-dialogs.tsx';
import { allGiveawaysQuery, giveawayCalls, useGiveawayChanges } from './api.ts';
import { giveawayColumns } from './giveaway-columns.tsx';
import { GiveawayDetails } from './giveaway-details.tsx';
import { GiveawayForm } from './giveaway-form.tsx';

/** Sorting by status keeps the server's order: active first, by end (product specification, section 4.5). */
const by = {
  isActive: ({ isActive }: AdminGiveaway) => isActive,
  title: ({ title }: AdminGiveaway) => title,
  prizeAmount: ({ prizeAmount }: AdminGiveaway) => prizeAmount,
  startDate: ({ startDate }: AdminGiveaway) => Date.parse(startDate),
  endDate: ({ endDate }: AdminGiveaway) => Date.parse(endDate),
  winnerCount: ({ winnerCount }: AdminGiveaway) => winnerCount,
  participants: ({ participantCount }: AdminGiveaway) => participantCount,
};
const sorts = Object.keys(by) as (keyof typeof by)[];

const bulk = [
  ...switchActions<AdminGiveaway>({
    on: { label: 'Activate', done: 'active' },
    off: { label: 'Deactivate', done: 'inactive' },
    run: giveawayCalls.toggle,
  }),
  deleteAction<AdminGiveaway>({
    what: { one: 'giveaway', many: 'giveaways' },
    text: () => 'They leave every list and are never drawn. Nobody has entered them.',
    obstacle: ({ participantCount }) =>
      participantCount > 0 ? 'Players have entered it, so you can only deactivate it' : undefined,
    run: giveawayCalls.remove,
  }),
];

/** All giveaways, with their participants (product specification, section 2.15). */
export function GiveawayManager() {
  const address = useTableAddress(sorts, { sort: 'isActive', order: 'desc' });
  const giveaways = useQuery(allGiveawaysQuery);
  const changes = useGiveawayChanges();
  const mayWrite = usePermissions()('giveaways:write');
  const [asked, ask] = useState<Asked<AdminGiveaway>>();
  const [openId, setOpenId] = useState<string>();
  const open = giveaways.data?.find(({ _id }) => _id === openId);
  const columns = useMemo(
    () =>
      giveawayColumns({
        onOpen: ({ _id }) => setOpenId(_id),
        ...(mayWrite && {
          onToggle: (row) => {
            const said = { key: row._id, name: row.title, done: 'Updated successfully' };
            return switchRow((...to) => changes.toggle(row, ...to), !row.isActive, said);
          },
          onAsk: ask,
        }),
      }),
    [mayWrite, changes],
  );
  const list = wholeList(giveaways, address, { columns, by });

  return (
    <>
      <DataList
        {...list}
        one="giveaway"
        what="giveaways"
        columns={columns}
        rowKey={({ _id }) => _id}
        isDimmed={({ isActive }) => !isActive}
        address={address}
        sorts={sorts}
        empty="No giveaways found"
        bulk={mayWrite ? bulk : []}
        actions={
          mayWrite && <CreateButton onClick={() => ask({ what: 'create' })}>Create Giveaway</CreateButton>
        }
      />
      {open && <GiveawayDetails giveaway={open} onClose={() => setOpenId(undefined)} />}
      <RowDialogs
        asked={asked}
        onClose={() => ask(undefined)}
        form={GiveawayForm}
        changes={changes}
        done={{
          created: 'Created successfully',
          updated: 'Updated successfully',
          deleted: 'Deleted successfully',
        }}
        deletion={({ title }) => ({
          title: 'Delete this giveaway?',
          text: `${title} leaves every list and is never drawn. Nobody has entered it.`,
        })}
      />
    </>
  );
}
