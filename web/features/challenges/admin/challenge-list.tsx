// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { AdminChallenge } from '../../../../contract/challenges-admin.ts';
import { plural } from '../../../lib/format.ts';
import { useGames } from '../../../lib/settings.ts';
import { useTableAddress } from '../../../lib/table-address.ts';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { deleteAction, switchActions } from '../../../ui/bulk-actions.ts';
import { switchRow } from '../../../ui/change-with-undo.ts';
import { DataList } from '../../../ui/data-list.tsx';
import { wholeList } from '../../../ui/list-source.ts';
import { CreateButton } from '../../../ui/row-buttons.tsx';
import { type Asked, RowDialogs } from '../../../ui/row-dialogs.tsx';
import { allChallengesQuery, challengeCalls, useChallengeChanges } from './api.ts';
import { challengeColumns } from './challenge-columns.tsx';
import { ChallengeForm } from './challenge-form.tsx';

const sorts = ['isActive', 'description', 'attempts', 'running'] as const;
const by = {
  description: ({ description }: AdminChallenge) => description,
  attempts: ({ attempts }: AdminChallenge) => attempts,
  running: ({ running }: AdminChallenge) => running,
  isActive: ({ isActive }: AdminChallenge) => isActive,
};

/** Every challenge, open ones first. */
export function ChallengeList() {
  const address = useTableAddress(sorts, { sort: 'isActive', order: 'desc' });
  const challenges = useQuery(allChallengesQuery);
  const changes = useChallengeChanges();
  const mayWrite = usePermissions()('challenges:write');
  const [asked, ask] = useState<Asked<AdminChallenge>>();
  const hasGames = useGames().length > 1;
  const columns = useMemo(
    () =>
      challengeColumns({
        mayWrite,
        hasGames,
        onToggle: ({ _id: key, description: name }, isActive) => {
          const said = { key, name, done: 'Challenge status updated successfully' };
          return switchRow((...to) => changes.toggle(key, ...to), isActive, said);
        },
        onAsk: ask,
      }),
    [mayWrite, hasGames, changes],
  );
  const list = wholeList(challenges, address, { columns, by });

  return (
    <>
      <DataList
        {...list}
        one="challenge"
        what="challenges"
        columns={columns}
        rowKey={({ _id }) => _id}
        isDimmed={({ isActive }) => !isActive}
        address={address}
        sorts={sorts}
        fetchFailure="Failed to fetch challenges"
        empty="No challenges found"
        bulk={mayWrite ? bulk : []}
        actions={
          mayWrite && <CreateButton onClick={() => ask({ what: 'create' })}>ADD CHALLENGE</CreateButton>
        }
      />
      <RowDialogs
        asked={asked}
        onClose={() => ask(undefined)}
        form={ChallengeForm}
        changes={changes}
        done={{
          created: 'Challenge created successfully',
          updated: 'Challenge updated successfully',
          deleted: 'Challenge deleted successfully',
        }}
        deletion={(row) => ({ title: 'Delete this challenge?', text: describeDeletion(row) })}
      />
    </>
  );
}

const bulk = [
  ...switchActions<AdminChallenge>({
    on: { label: 'Open', done: 'open' },
    off: { label: 'Close', done: 'closed' },
    run: ({ _id }, isActive, options) => challengeCalls.toggle(_id, isActive, options),
  }),
  deleteAction<AdminChallenge>({
    what: { one: 'challenge', many: 'challenges' },
    text: (rows) => {
      const running = rows.reduce((sum, row) => sum + row.running, 0);
      const gone = 'They leave every list and can’t be entered anymore. You can’t undo this.';
      return `${gone}${describeRunning(running)} Finished attempts keep their receipts.`;
    },
    run: challengeCalls.remove,
  }),
];

function describeDeletion({ description, running }: AdminChallenge): string {
  const gone = `“${description}” leaves every list and can’t be entered anymore. You can’t undo this.`;
  return `${gone}${describeRunning(running)} Finished attempts keep their receipts.`;
}

function describeRunning(running: number): string {
  if (running === 0) return '';
  return ` ${plural(running, 'running attempt finishes under its terms', 'running attempts finish under their terms')}.`;
}
