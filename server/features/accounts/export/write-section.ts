// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { formulaStart } from '../../../../contract/csv.ts';
import { type Cell, listColumns, toCell } from './columns.ts';
import type { Section } from './sections.ts';

/** Without this mark, spreadsheets do not recognize UTF-8. */
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

/** Whether an earlier run completed a section. */
export async function isWritten(folder: string, { name }: Section): Promise<boolean> {
  // The table is renamed last.
  return isThere(getDraftPath(folder, name, 'csv'));
}

/** Writes all items of a section into the open files of its two formats. */
async function writeItems(
  [json, csv]: readonly [FileHandle, FileHandle],
  items: AsyncIterable<unknown>,
  { isList, item }: Section,
  onBatch: () => Promise<void>,
): Promise<void> {
  // Loaded on demand: most processes export nothing.
  const { default: papa } = await import('papaparse');
  /** The apostrophe keeps spreadsheets from running text as a formula; numbers stay numbers. */
  const toLines = (rows: Cell[][]) => `${papa.unparse(rows, { escapeFormulae: formulaStart })}\r\n`;
  const columns = listColumns(item);
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
  await csv.writeFile(byteOrderMark + toLines([columns.map((column) => column.join('.'))]));
  if (isList) await json.writeFile('[\n');
  for await (const one of items) {
    batch.push(one);
    if (batch.length >= itemsAtOnce) await flush();
  }
  await flush();
  await json.writeFile(isList ? '\n]\n' : '\n');
}

/**
 * Writes a section as two files, JSON and a table, in batches, so that its length does not matter. Both files get their
 * names only once both are complete; after a failure, neither remains.
 * @param onBatch called after each batch; if it throws, the writing ends
 */
export async function writeSection(
  folder: string,
  playerId: string,
  section: Section,
  onBatch: () => Promise<void>,
): Promise<void> {
  const drafts = formats.map((format) => join(folder, `${randomUUID()}.${format}.part`)) as [string, string];
  const opened: FileHandle[] = [];
  const openDraft = async (draft: string) => {
    const handle = await open(draft, 'wx', 0o600);
    opened.push(handle);
    return handle;
  };
  try {
    const handles = [await openDraft(drafts[0]), await openDraft(drafts[1])] as const;
    await writeItems(handles, section.read(playerId), section, onBatch);
    for (const handle of handles) await handle.close();
    for (const [place, format] of formats.entries()) {
      await rename(drafts[place] as string, getDraftPath(folder, section.name, format));
    }
  } catch (error) {
    await Promise.allSettled(opened.map((handle) => handle.close()));
    // A failed clean-up must not hide the original error.
    await Promise.allSettled(drafts.map((draft) => rm(draft)));
    throw error;
  }
}
