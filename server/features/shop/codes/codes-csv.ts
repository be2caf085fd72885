// SPDX-License-Identifier: Apache-2.0

import { CsvError, parse } from 'csv-parse/sync';
import { maxCodeCostCents } from '../../../../contract/code-imports.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { codeFault, trimCode } from '../rules.ts';

export const maxCsvBytes = 2_000_000;
export const maxCsvLines = 20_000;
const maxLineBytes = 10_000;

/** A line that has no code, or hardly looks like one, and why in words. */
export interface DoubtfulLine {
  line: number;
  why: string;
}

export interface CodesFile {
  codes: { line: number; code: string }[];
  malformed: DoubtfulLine[];
}

/** Codes of several cards, with the name that each line gives its card. */
export interface CardCodesFile {
  codes: { line: number; card: string; code: string; costCents?: number }[];
  malformed: DoubtfulLine[];
}

const codeHeadings = new Set(['code', 'codes', 'hashcode', 'hash code', 'gift card code']);
const cardHeadings = new Set([
  'card',
  'card id',
  'gift card',
  'gift card id',
  'gift card title',
  'giftcard',
  'id',
  'name',
  'title',
]);

const costHeadings = new Set(['cost', 'costs', 'cost (usd)', 'unit cost']);
/** Dollars with at most two decimals. */
const costFormat = /^\$?\s?(\d{1,6})(?:[.,](\d{1,2}))?$/;

interface Parsed {
  record: string[];
  info: { lines: number };
}

/**
 * Reads a file of codes: CSV with one code in the first column of each line. A heading, quotes and a byte order mark are
 * optional, lines may end in LF or CRLF, and empty lines are ignored.
 * Refuses `codes_unreadable` if it is not such a file at all; single lines without a code are listed.
 */
export function readCodesFile(content: Buffer): CodesFile | Refusal {
  const parsed = parseCsv(content);
  if ('refused' in parsed) return parsed;
  const hasHeading = codeHeadings.has(getHeadings(parsed)[0] ?? '');
  const rows = getLines(parsed, hasHeading);
  return 'refused' in rows ? rows : sortRows(rows);
}

/**
 * Reads a file with codes of several cards. If the heading names the columns `card` and `code`, they may be anywhere, and an
 * optional column `cost` says what the code cost, in dollars. Without such a heading the card is in the first column and the
 * code in the second. Columns may be separated by commas, semicolons or tabs, as spreadsheets save them; otherwise like
 * `readCodesFile`.
 */
export function readCardCodesFile(content: Buffer): CardCodesFile | Refusal {
  const parsed = parseCsv(content, detectSeparator(content));
  if ('refused' in parsed) return parsed;
  const headings = getHeadings(parsed);
  const card = headings.findIndex((heading) => cardHeadings.has(heading));
  const code = headings.findIndex((heading) => codeHeadings.has(heading));
  if (code >= 0 && card < 0) return refuse('codes_unreadable', { why: 'it has no column "card"' });
  const hasHeading = code >= 0;
  const rows = getLines(parsed, hasHeading);
  if ('refused' in rows) return rows;
  const cost = headings.findIndex((heading) => costHeadings.has(heading));
  return sortCardRows(rows, hasHeading ? { card, code, cost } : undefined);
}

/** The column separator: the one that the first line uses most outside quotes, or a comma if it has none. */
function detectSeparator(content: Buffer): string {
  const text = content.toString('utf8', 0, 10_000);
  const first =
    text
      .replace(/"[^"]*"/g, '')
      // Also removes a byte order mark.
      .trimStart()
      .split(/[\r\n]/, 1)[0] ?? '';
  const times = (separator: string) => first.split(separator).length;
  return [';', '\t'].find((separator) => times(separator) > times(',')) ?? ',';
}

function parseCsv(content: Buffer, delimiter = ','): Parsed[] | Refusal {
  if (content.length > maxCsvBytes) {
    return refuse('codes_unreadable', { why: `it is larger than ${maxCsvBytes / 1e6} MB` });
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    return parse(text, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: maxLineBytes,
      // By default the parser expects every line to end like the first, but files are often pasted together from several.
      record_delimiter: ['\r\n', '\n', '\r'],
    }) as unknown as Parsed[];
  } catch (error) {
    if (error instanceof CsvError)
      return refuse('codes_unreadable', { why: `line ${error.lines}: ${lineFault(error)}` });
    if (error instanceof TypeError) return refuse('codes_unreadable', { why: 'it is no UTF-8 text' });
    throw error;
  }
}

function lineFault({ code }: CsvError): string {
  // An unclosed quote swallows the lines after it.
  if (code === 'CSV_MAX_RECORD_SIZE')
    return `it is longer than ${maxLineBytes / 1e3} kB, or a quote in it or before it never ends`;
  return 'its quotes do not match';
}

function getHeadings([first]: readonly Parsed[]): string[] {
  return (first?.record ?? []).map((field) => field.trim().toLowerCase());
}

function getLines(parsed: readonly Parsed[], hasHeading: boolean): readonly Parsed[] | Refusal {
  const rows = hasHeading ? parsed.slice(1) : parsed;
  if (rows.length === 0) return refuse('codes_unreadable', { why: 'there is no code in it' });
  if (rows.length > maxCsvLines) {
    return refuse('codes_unreadable', { why: `it has more than ${maxCsvLines} lines` });
  }
  return rows;
}

function sortRows(rows: readonly Parsed[]): CodesFile {
  const file: CodesFile = { codes: [], malformed: [] };
  for (const { record, info } of rows) {
    const line = info.lines;
    const code = trimCode(record[0] ?? '');
    const hasMore = record.slice(1).some(isFilled);
    const why = hasMore ? 'it has more than one column' : codeFault(code);
    if (why) file.malformed.push({ line, why });
    else file.codes.push({ line, code });
  }
  return file;
}

function sortCardRows(
  rows: readonly Parsed[],
  columns: { card: number; code: number; cost: number } | undefined,
): CardCodesFile {
  const file: CardCodesFile = { codes: [], malformed: [] };
  for (const { record, info } of rows) {
    if (!record.some(isFilled)) continue;
    const line = info.lines;
    const card = (record[columns?.card ?? 0] ?? '').trim();
    const code = trimCode(record[columns?.code ?? 1] ?? '');
    const cost = (record[columns?.cost ?? -1] ?? '').trim();
    const costCents = toCents(cost);
    const hasMore = !columns && record.slice(2).some(isFilled);
    const why = cardLineFault({ card, code, hasMore, isCostKnown: !cost || costCents !== undefined });
    if (why) file.malformed.push({ line, why });
    else file.codes.push({ line, card, code, ...(costCents !== undefined && { costCents }) });
  }
  return file;
}

function toCents(cost: string): number | undefined {
  const [, dollars, cents = ''] = costFormat.exec(cost) ?? [];
  const value = Number(dollars) * 100 + Number(cents.padEnd(2, '0'));
  return value <= maxCodeCostCents ? value : undefined;
}

function cardLineFault(line: {
  card: string;
  code: string;
  hasMore: boolean;
  isCostKnown: boolean;
}): string | undefined {
  if (line.hasMore) return 'it has more than two columns';
  if (!line.card) return 'it names no card';
  if (!line.code) return 'it has no code beside the card';
  if (!line.isCostKnown) return 'its cost is no amount in dollars';
  return codeFault(line.code);
}

function isFilled(field: string): boolean {
  return field.trim() !== '';
}
