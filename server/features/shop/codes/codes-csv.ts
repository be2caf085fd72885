// SPDX-License-Identifier: Apache-2.0

import { maxCodeCostCents } from '../../../../contract/code-imports.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { codeFault, pinFault, trimCode } from '../rules.ts';
import { areDoubtful, type Columns, describeColumns, findColumns, looksLikeHeading } from './code-columns.ts';
import { expiryFault } from './expiry.ts';
import { type CsvTable, type Row, readTable } from './read-table.ts';

export const maxCsvLines = 20_000;

/** A line without a plausible code, and the reason in words. */
export interface DoubtfulLine {
  line: number;
  why: string;
}

export interface CodeLine {
  line: number;
  /** The line's name for its card; undefined without one. */
  card?: string;
  code: string;
  pin?: string;
  costCents?: number;
}

export interface CodesFile {
  codes: CodeLine[];
  malformed: DoubtfulLine[];
  columns: Columns;
  /** The first line, if it looks like a heading but names no known column. */
  suspect: number | null;
  /** The codes may be in an unused column. */
  isDoubtful: boolean;
  /** Notes to read before importing, in words; never any part of a code. */
  notes: string[];
}

/** Dollars with at most two decimals. */
const costFormat = /^\$?\s?(\d{1,6})(?:[.,](\d{1,2}))?$/;

interface Reading {
  /** Whether each line names its card. */
  namesCards: boolean;
  now: Date;
}

/**
 * Reads a file of codes: for one card, or with a card in each line. Headings identify the columns, in any order; see
 * `findColumns`. Without headings, a file for one card has one column, and a file for several has the card and the
 * code. Refuses `codes_unreadable` if the file is no table; lists single lines without a code.
 */
export function readCodesFile(content: Buffer, reading: Reading): CodesFile | Refusal {
  const table = readTable(content);
  if (isRefusal(table)) return table;
  const rows = table.rows.filter(({ cells }) => cells.some((cell) => cell !== ''));
  const [first] = rows;
  if (!first) return refuse('codes_unreadable', { why: 'it has no codes. Write one per line' });
  const columns = findColumns(first);
  const missing = missingColumn(columns, reading);
  if (missing) return refuse('codes_unreadable', { why: missing });
  const lines = columns.headingLine === null ? rows : rows.slice(1);
  if (lines.length === 0) {
    return refuse('codes_unreadable', {
      why: 'it has headings but no codes. Write one per line',
    });
  }
  if (lines.length > maxCsvLines) {
    const why = `it has more than ${maxCsvLines} lines. Split it and import the parts one by one`;
    return refuse('codes_unreadable', { why });
  }
  return sortLines(lines, columns, reading, table);
}

function missingColumn({ headingLine, places }: Columns, { namesCards }: Reading): string | undefined {
  if (headingLine === null) return undefined;
  if (places.code === undefined) {
    return 'it has no column named "code". Rename the heading of the column with the codes to "code"';
  }
  if (namesCards && places.card === undefined) {
    return 'it has no column named "card". Add one with the titles of the cards, or open one card and click Import Codes there';
  }
  return undefined;
}

function sortLines(
  lines: readonly Row[],
  columns: Columns,
  reading: Reading,
  { encoding }: CsvTable,
): CodesFile {
  const file: CodesFile = {
    codes: [],
    malformed: [],
    columns,
    suspect: null,
    isDoubtful: areDoubtful(columns),
    notes: describeColumns(columns),
  };
  const at = placesOf(columns, reading);
  for (const row of lines) {
    const read = readLine(row, at, reading.now);
    if ('why' in read) file.malformed.push(read);
    else file.codes.push(read);
  }
  const [first, ...others] = file.codes;
  const isFirstLine = columns.headingLine === null && first?.line === lines[0]?.line;
  if (
    first &&
    isFirstLine &&
    looksLikeHeading(
      first.code,
      others.map(({ code }) => code),
    )
  ) {
    file.suspect = first.line;
    file.notes.push(
      `Line ${first.line} looks like a heading. If it is one, rename the column with the codes to "code" and choose the file again.`,
    );
  }
  if (encoding === 'Windows-1252') file.notes.push('Read as Windows-1252, as Excel saves CSV by default.');
  return file;
}

interface Places {
  code: number;
  card: number | undefined;
  pin: number | undefined;
  cost: number | undefined;
  expires: number | undefined;
  /** Which columns a line may fill: other cells would be dropped silently. */
  isRead: readonly boolean[];
  hasHeading: boolean;
}

function placesOf({ headingLine, places, isRead }: Columns, { namesCards }: Reading): Places {
  const { code = 0, card, pin, cost, expires } = places;
  if (headingLine !== null) return { code, card, pin, cost, expires, isRead, hasHeading: true };
  const without = { pin: undefined, cost: undefined, expires: undefined, hasHeading: false };
  return namesCards
    ? { ...without, card: 0, code: 1, isRead: [true, true] }
    : { ...without, card: undefined, code: 0, isRead: [true] };
}

function readLine({ line, cells }: Row, at: Places, now: Date): CodeLine | DoubtfulLine {
  const cell = (place: number | undefined) => (place === undefined ? '' : (cells[place] ?? ''));
  const [card, code, pin, cost] = [cell(at.card), trimCode(cell(at.code)), cell(at.pin), cell(at.cost)];
  const costCents = toCents(cost);
  const why =
    widthFault(cells, at) ??
    (at.card !== undefined && !at.hasHeading && !card ? 'it names no card' : undefined) ??
    (at.card !== undefined && !code ? 'it has no code beside the card' : undefined) ??
    codeFault(code) ??
    (pin ? pinFault(pin) : undefined) ??
    (at.pin !== undefined && !pin ? 'it has no PIN beside the code' : undefined) ??
    (cost && costCents === undefined
      ? 'its cost isn’t an amount in dollars: write it like 17.50'
      : undefined) ??
    (at.expires !== undefined ? expiryFault(cell(at.expires), now) : undefined);
  if (why) return { line, why };
  return {
    line,
    ...(at.card !== undefined && { card: card.replace(/\s+/g, ' ') }),
    code,
    ...(pin && { pin }),
    ...(costCents !== undefined && { costCents }),
  };
}

function widthFault(cells: readonly string[], { isRead, hasHeading }: Places): string | undefined {
  if (!cells.some((cell, place) => cell !== '' && isRead[place] !== true)) return undefined;
  if (hasHeading) return 'it has a value in a column without a heading: name each column';
  return isRead.length === 1
    ? 'it has more than one column: name them in the first line, such as code,pin'
    : 'it has more than two columns: name them in the first line, such as card,code,pin';
}

function toCents(cost: string): number | undefined {
  const [, dollars, cents = ''] = costFormat.exec(cost) ?? [];
  const value = Number(dollars) * 100 + Number(cents.padEnd(2, '0'));
  return value <= maxCodeCostCents ? value : undefined;
}
