// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { formulaStart } from '../../../../contract/csv.ts';
import { type Cell, listColumns, toCell } from './columns.ts';
import type { Section } from './sections.ts';

/** Without it spreadsheets take UTF-8 for something older. */
const byteOrderMark = '\uFEFF';
const itemsAtOnce = 500;

export const formats = ['json', 'csv'] as const;
export const getDraftPath = (folder: string, name: string, format: (typeof formats)[number]) =>
  join(folder, `${name}.${format}`);

function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** Whether a run before has written all of a section. */
export async function isWritten(folder: string, { name }: Section): Promise<boolean> {
  // The table gets its name last.
  return isThere(getDraftPath(folder, name, 'csv'));
}

/**
 * Writes a section into two files of a folder, as JSON and as a table, a batch of items at a time: its length does not matter.
 * Neither file has its name before both are whole.
 * @param onBatch after each batch; what it throws ends the writing
 */
export async function writeSection(
  folder: string,
  playerId: string,
  { name, isList, item, read }: Section,
  onBatch: () => Promise<void>,
): Promise<void> {
  // Most processes export nothing.
  const { default: papa } = await import('papaparse');
  /** What a spreadsheet would run as a formula is defused by an apostrophe; numbers stay numbers. */
  const toLines = (rows: Cell[][]) => `${papa.unparse(rows, { escapeFormulae: formulaStart })}\r\n`;
  const columns = listColumns(item);
  const drafts = formats.map((format) => join(folder, `${randomUUID()}.${format}.part`));
  const [json, csv] = await Promise.all(drafts.map((draft) => open(draft, 'wx', 0o600)));
  if (!json || !csv) throw new Error('two files were opened');
  let batch: unknown[] = [];
  let isFirst = true;
  const flush = async () => {
    if (batch.length === 0) return;
    const texts = batch.map((one) => JSON.stringify(one, null, isList ? undefined : 2));
    await json.writeFile(`${isFirst || !isList ? '' : ',\n'}${texts.join(',\n')}`);
    await csv.writeFile(toLines(batch.map((one) => columns.map((column) => toCell(one, column)))));
    isFirst = false;
    batch = [];
    await onBatch();
  };
  try {
    await csv.writeFile(byteOrderMark + toLines([columns.map((column) => column.join('.'))]));
    if (isList) await json.writeFile('[\n');
    for await (const one of read(playerId)) {
      batch.push(one);
      if (batch.length >= itemsAtOnce) await flush();
    }
    await flush();
    await json.writeFile(isList ? '\n]\n' : '\n');
    for (const handle of [json, csv]) await handle.close();
    for (const [place, format] of formats.entries()) {
      await rename(drafts[place] as string, getDraftPath(folder, name, format));
    }
  } catch (error) {
    await Promise.allSettled([json.close(), csv.close()]);
    await Promise.all(drafts.map((draft) => rm(draft, { force: true })));
    throw error;
  }
}
