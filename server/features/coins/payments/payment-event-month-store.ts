// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { PartedTable } from '../../../platform/months/parted-table.ts';

/** What the card provider told: its ids stay in `payment_event_ids`, so nothing is taken in twice. */
export const paymentEventMonths: PartedTable = {
  name: 'payment_events',
  key: 'event_id',
  row: sql`to_jsonb(r)`,
};
