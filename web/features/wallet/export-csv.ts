import type { HistoryEntry } from '../../../contract/wallet.ts';
import { typeNames } from './breakdown.ts';

const columns = ['Date', 'Description', 'Type', 'Status', 'Amount', 'Currency', 'Transaction'];
/** Without it spreadsheets take UTF-8 for something older. */
const byteOrderMark = '\uFEFF';

/**
 * The history as CSV (RFC 4180), dates in UTC, amounts signed. Text that a spreadsheet would run as a formula is
 * defused by an apostrophe; amounts stay numbers.
 */
export async function historyCsv(entries: readonly HistoryEntry[]): Promise<string> {
  // Few ever export: the writer is loaded when somebody does.
  const { default: papa } = await import('papaparse');
  const rows = entries.map(({ date, description, type, status, amount, currency, _id }) => [
    date,
    description,
    typeNames[type] ?? type,
    status,
    amount,
    currency,
    _id,
  ]);
  return byteOrderMark + papa.unparse({ fields: columns, data: rows }, { escapeFormulae: true });
}
