import { CsvError, parse } from 'csv-parse/sync';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { codeFault, trimCode } from './rules.ts';

export const csvBytesAtMost = 2_000_000;
export const csvLinesAtMost = 20_000;

/** A line that holds no code, or hardly one, and why in words. */
export interface DoubtfulLine {
  line: number;
  why: string;
}

export interface CodesFile {
  codes: { line: number; code: string }[];
  malformed: DoubtfulLine[];
}

const headings = new Set(['code', 'codes', 'hashcode', 'hash code', 'gift card code']);

interface Parsed {
  record: string[];
  info: { lines: number };
}

/**
 * Reads a file of codes: CSV with one code in the first column of each line, a heading or none, lines ended by LF or
 * CRLF, fields quoted or not, a byte order mark or none. Empty lines count for nothing.
 * Refuses `codes_unreadable` where it is no such file at all; single lines that hold no code are listed.
 */
export function readCodesFile(content: Buffer): CodesFile | Refusal {
  if (content.length > csvBytesAtMost) {
    return refuse('codes_unreadable', { why: `it is larger than ${csvBytesAtMost / 1e6} MB` });
  }
  const parsed = parseCsv(content);
  if ('refused' in parsed) return parsed;
  const rows = startsWithHeading(parsed) ? parsed.slice(1) : parsed;
  if (rows.length === 0) return refuse('codes_unreadable', { why: 'there is no code in it' });
  if (rows.length > csvLinesAtMost) {
    return refuse('codes_unreadable', { why: `it has more than ${csvLinesAtMost} lines` });
  }
  return sortOut(rows);
}

function parseCsv(content: Buffer): Parsed[] | Refusal {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    return parse(text, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: 10_000,
    }) as unknown as Parsed[];
  } catch (error) {
    if (error instanceof CsvError)
      return refuse('codes_unreadable', { why: `line ${error.lines}: its quotes do not match` });
    if (error instanceof TypeError) return refuse('codes_unreadable', { why: 'it is no UTF-8 text' });
    throw error;
  }
}

function startsWithHeading([first]: readonly Parsed[]): boolean {
  return headings.has((first?.record[0] ?? '').trim().toLowerCase());
}

function sortOut(rows: readonly Parsed[]): CodesFile {
  const file: CodesFile = { codes: [], malformed: [] };
  for (const { record, info } of rows) {
    const line = info.lines;
    const code = trimCode(record[0] ?? '');
    const hasMore = record.slice(1).some((field) => field.trim() !== '');
    const why = hasMore ? 'it has more than one column' : codeFault(code);
    if (why) file.malformed.push({ line, why });
    else file.codes.push({ line, code });
  }
  return file;
}
