// SPDX-License-Identifier: Apache-2.0

import type { Readable } from 'node:stream';
import { makeFolder } from '../../../platform/make-folder.ts';
import { listSections, type SectionDeps } from './sections.ts';
import { formats, getDraftPath, isWritten, writeSection } from './write-section.ts';

export interface ArchiveDeps extends SectionDeps {
  brandName: string;
}

function readMe(playerId: string, { brandName, clock }: ArchiveDeps): string {
  return [
    `Everything that ${brandName} holds about player ${playerId}, as of ${clock.now().toISOString()}.`,
    '',
    'json/   each section as JSON',
    'csv/    the same sections as tables for a spreadsheet; a list within a row is JSON',
    '',
    'This file has no gift-card codes, because anyone who finds it could spend them, and no data of other players.',
    '',
  ].join('\r\n');
}

/**
 * Writes all data about a player (docs/rules/export.md) into a zip archive. Sections go into `folder` first, one after
 * the other; sections that an earlier run completed are kept. Only one batch of a section is in memory at a time.
 * @param onSection called after each section, and each batch of one, with the number of complete sections; if it
 * throws, the work ends
 */
export async function writeArchive(
  playerId: string,
  folder: string,
  deps: ArchiveDeps,
  onSection: (done: number) => Promise<void> = async () => {},
): Promise<Readable> {
  await makeFolder(folder, 0o700);
  const sections = listSections(deps);
  for (const [done, section] of sections.entries()) {
    if (!(await isWritten(folder, section))) {
      await writeSection(folder, playerId, section, () => onSection(done));
    }
    await onSection(done + 1);
  }
  // Loaded on demand: most processes make no archive.
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const archive = zip.outputStream as Readable;
  zip.on('error', (error: Error) => archive.destroy(error));
  const mode = 0o100644;
  zip.addBuffer(Buffer.from(readMe(playerId, deps)), 'README.txt', { mode });
  for (const { name } of sections) {
    for (const format of formats) {
      zip.addFile(getDraftPath(folder, name, format), `${format}/${name}.${format}`, { mode });
    }
  }
  zip.end();
  return archive;
}
