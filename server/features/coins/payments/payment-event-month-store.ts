// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { PartedTable } from '../../../platform/months/parted-table.ts';

/** Events from the card provider. Their ids stay in `payment_event_ids`, so that none is handled twice. */
export const paymentEventMonths: PartedTable = {
  name: 'payment_events',
  key: 'event_id',
  row: sql`to_jsonb(r)`,
};
