// SPDX-License-Identifier: Apache-2.0

import { formulaStart } from '../../contract/csv.ts';
import { loadPart } from './load-part.ts';

/** Without it spreadsheets take UTF-8 for something older. */
const byteOrderMark = '\uFEFF';

export type CsvValue = string | number | boolean | null;

/**
 * Rows as CSV (RFC 4180) for spreadsheets. Text that a spreadsheet would run as a formula is defused by an apostrophe;
 * numbers stay numbers.
 */
export async function toCsv(fields: readonly string[], data: readonly CsvValue[][]): Promise<string> {
  // Few ever export: the writer is loaded when somebody does.
  const { default: papa } = await loadPart(() => import('papaparse'));
  return (
    byteOrderMark + papa.unparse({ fields: [...fields], data: [...data] }, { escapeFormulae: formulaStart })
  );
}
