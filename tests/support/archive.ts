// SPDX-License-Identifier: Apache-2.0

import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { type PlayerExport, playerExport } from '../../contract/player-export.ts';

/** The files of a zip archive, as text by name. */
export async function unzip(archive: Buffer): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(archive);
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString());
  }
  return files;
}

/** The archive's sections, parsed from JSON. Each must have the contract's shape. */
export function readSections(files: ReadonlyMap<string, string>): PlayerExport & Record<string, unknown> {
  const sections = [...files].flatMap(([path, text]) => {
    const [, name] = /^json\/(\w+)\.json$/.exec(path) ?? [];
    return name ? [[name, JSON.parse(text)]] : [];
  });
  return playerExport.loose().parse(Object.fromEntries(sections));
}
