// SPDX-License-Identifier: Apache-2.0

import type { UserDetail } from '../../../../contract/users-admin.ts';
import { When } from '../../../ui/narrow-time.tsx';
import { EmptyPanel } from '../../../ui/panels.tsx';
import { type Column, Table } from '../../../ui/table.tsx';

type Session = UserDetail['sessions'][number];

const columns: Column<Session>[] = [
  { header: 'Device', cell: ({ device }) => device || 'Unknown device', isTitle: true },
  { header: 'Signed In', cell: ({ createdAt }) => <When time={createdAt} /> },
  { header: 'Last Used', cell: ({ lastUsedAt }) => <When time={lastUsedAt} /> },
  { header: 'Expires', cell: ({ expiresAt }) => <When time={expiresAt} /> },
];

/** The user's sessions. */
export function UserSessions({ sessions }: { sessions: readonly Session[] }) {
  if (sessions.length === 0) {
    return <EmptyPanel title="No sessions found" level="h3" text="This user isn’t signed in anywhere." />;
  }
  return <Table caption="Sessions" columns={columns} rows={sessions} rowKey={({ _id }) => _id} />;
}
