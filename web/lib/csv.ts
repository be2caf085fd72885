// SPDX-License-Identifier: Apache-2.0

import { formulaStart } from '../../contract/csv.ts';
import { loadPart } from './load-part.ts';

/** The byte order mark. Without it, spreadsheets don't read the file as UTF-8. */
const byteOrderMark = '\uFEFF';

export type CsvValue = string | number | boolean | null;

/**
 * Rows as CSV (RFC 4180) for spreadsheets. An apostrophe keeps text from being run as a formula; numbers stay numbers.
 */
export async function toCsv(fields: readonly string[], data: readonly CsvValue[][]): Promise<string> {
  // Loaded on demand, because few people export.
  const { default: papa } = await loadPart(() => import('papaparse'));
  return (
    byteOrderMark + papa.unparse({ fields: [...fields], data: [...data] }, { escapeFormulae: formulaStart })
  );
}
