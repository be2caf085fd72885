// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  createReadStream,
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { create } from 'tar';

export const maxArchiveBytes = 120_000_000;

/** A file of an archive, from a source file or a text. */
export interface Packed {
  path: string;
  from?: string;
  text?: string;
  isProgram?: boolean;
}

/** Links stay links; otherwise libraries would be included twice. @throws if it points outside its own folder */
function putLink(from: string, target: string): void {
  const to = readlinkSync(from);
  const leads = relative(realpathSync(dirname(from)), realpathSync(from));
  if (to.startsWith('/') || leads.startsWith('..'))
    throw new Error(`${from} links outside its folder, to ${to}`);
  symlinkSync(to, target);
}

function put(folder: string, { path, from, text, isProgram }: Packed): void {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  const found = from === undefined ? undefined : lstatSync(from);
  if (from && found?.isSymbolicLink()) {
    putLink(from, target);
    return;
  }
  if (from) copyFileSync(from, target);
  else writeFileSync(target, text ?? '');
  const runs = isProgram ?? (found !== undefined && (found.mode & 0o111) !== 0);
  chmodSync(target, runs ? 0o755 : 0o644);
}

/**
 * Packs files into `archive`, below a folder called `name`. The same files give the same bytes anywhere and at any
 * time: fixed order, fixed time, no owner, only the needed permissions.
 * @param folder an empty folder for preparing the files
 */
export async function pack(
  files: readonly Packed[],
  { folder, name, archive, at }: { folder: string; name: string; archive: string; at: Date },
): Promise<void> {
  for (const file of files) put(join(folder, name), file);
  const paths = files.map(({ path }) => `${name}/${path}`).sort((a, b) => (a < b ? -1 : 1));
  await create(
    {
      file: archive,
      cwd: folder,
      gzip: { level: 9 },
      portable: true,
      mtime: at,
      noDirRecurse: true,
      strict: true,
    },
    paths,
  );
}

export async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}
