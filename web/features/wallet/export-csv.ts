// SPDX-License-Identifier: Apache-2.0

import type { HistoryEntry } from '../../../contract/wallet.ts';
import { toCsv } from '../../lib/csv.ts';
import { typeNames } from './breakdown.ts';

const columns = ['Date', 'Description', 'Type', 'Status', 'Amount', 'Currency', 'Transaction'];

/** The history as CSV, dates in UTC, amounts signed. */
export function historyCsv(entries: readonly HistoryEntry[]): Promise<string> {
  const rows = entries.map(({ date, description, type, status, amount, currency, _id }) => [
    date,
    description,
    typeNames[type] ?? type,
    status,
    amount,
    currency,
    _id,
  ]);
  return toCsv(columns, rows);
}
