// SPDX-License-Identifier: Apache-2.0

import { CsvError, parse } from 'csv-parse/sync';
import { type Encoding, readFileText } from '../../../../contract/file-text.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';

export const maxCsvBytes = 2_000_000;
const maxLineBytes = 10_000;

/** A non-empty line: its number in the file, and its trimmed cells. */
export interface Row {
  line: number;
  cells: string[];
}

export interface CsvTable {
  rows: Row[];
  encoding: Encoding;
}

const saveAsCsv =
  'in Excel click File, Save As, choose "CSV UTF-8 (Comma delimited)", and choose that file here';

function refuseFile(why: string): Refusal {
  return refuse('codes_unreadable', { why });
}

/**
 * Reads a table as spreadsheets save it: UTF-8, UTF-16 or Windows-1252, with any line ends. Commas, semicolons or tabs
 * separate columns, or the separator of a first line `sep=;`. `="0012"` is text that must not become a number. Refuses
 * `codes_unreadable` if the file is no table.
 */
export function readTable(content: Buffer): CsvTable | Refusal {
  if (content.length > maxCsvBytes) {
    return refuseFile(`it is larger than ${maxCsvBytes / 1e6} MB. Split it and import the parts one by one`);
  }
  if (content.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) {
    return refuseFile(`it is a workbook, not a CSV file: ${saveAsCsv}`);
  }
  const read = readFileText(content);
  if (!read) return refuseFile(`it isn’t text: ${saveAsCsv}`);
  const said = /^\s*"?sep=(.)"?[ \t]*(?=[\r\n]|$)/.exec(read.text);
  // Leaves an empty line, so that line numbers stay right.
  const text = said ? read.text.slice(said[0].length) : read.text;
  const rows = parseRows(unwrapped(text), said?.[1] ?? detectSeparator(text));
  if (!Array.isArray(rows)) return rows;
  const skipped = said ? said[0].split(/\r\n|\n|\r/).length - 1 : 0;
  return { rows: rows.map((row) => ({ ...row, line: row.line + skipped })), encoding: read.encoding };
}

/** Spreadsheets write `="0012"` for text that looks like a number. */
function unwrapped(text: string): string {
  return text.replace(/(^|[,;\t])="([^"\r\n]*)"/gm, '$1"$2"');
}

const separators = [';', '\t'];

/** The most frequent separator outside quotes in the first line; a comma if it has none. */
function detectSeparator(text: string): string {
  const [first = ''] = text
    .slice(0, 10_000)
    .replace(/"[^"]*"/g, '')
    .trimStart()
    .split(/[\r\n]/, 1);
  const count = (separator: string) => first.split(separator).length;
  return separators.find((separator) => count(separator) > count(',')) ?? ',';
}

function parseRows(text: string, delimiter: string): Row[] | Refusal {
  try {
    const parsed = parse(text, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: maxLineBytes,
      // By default the parser expects every line to end like the first, but files are often pasted together from several.
      record_delimiter: ['\r\n', '\n', '\r'],
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return parsed.map(({ record, info }) => ({
      line: info.lines,
      cells: record.map((cell) => cell.trim().replace(/^="(.*)"$/, '$1')),
    }));
  } catch (error) {
    if (error instanceof CsvError) return refuseFile(`line ${error.lines}: ${lineFault(error)}`);
    throw error;
  }
}

function lineFault({ code }: CsvError): string {
  // An unclosed quote swallows the lines after it.
  if (code === 'CSV_MAX_RECORD_SIZE')
    return `it is longer than ${maxLineBytes / 1e3} kB, or a quote in it or before it never ends`;
  return 'its quotes do not match: remove them, or write each twice inside a quoted field';
}
