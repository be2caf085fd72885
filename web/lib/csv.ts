// SPDX-License-Identifier: Apache-2.0

import { formulaStart } from '../../contract/csv.ts';
import { loadPart } from './load-part.ts';

/** Without it spreadsheets do not read the file as UTF-8. */
const byteOrderMark = '\uFEFF';

export type CsvValue = string | number | boolean | null;

/**
 * Rows as CSV (RFC 4180) for spreadsheets. Text that a spreadsheet would run as a formula is defused by an apostrophe;
 * numbers stay numbers.
 */
export async function toCsv(fields: readonly string[], data: readonly CsvValue[][]): Promise<string> {
  // Few people ever export, so the writer is loaded on demand.
  const { default: papa } = await loadPart(() => import('papaparse'));
  return (
    byteOrderMark + papa.unparse({ fields: [...fields], data: [...data] }, { escapeFormulae: formulaStart })
  );
}
