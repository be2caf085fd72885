// SPDX-License-Identifier: Apache-2.0

import { serverNow } from '../../../lib/server-time.ts';
import type { WaitingKind } from '../../../ui/waiting-work.ts';
import { firstOfEach, type InboxKind } from './all-waiting.ts';
import { InboxRows } from './inbox-rows.tsx';

/** The most urgent work of each kind, to decide without opening its tab. Failed work is listed elsewhere on the page. */
export function NextUp({ waiting }: { waiting: Readonly<Record<InboxKind, WaitingKind>> }) {
  const rows = firstOfEach(waiting, serverNow()).filter(({ kind }) => kind !== 'failed');
  return <InboxRows label="Next up" rows={rows} />;
}
