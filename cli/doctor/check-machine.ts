// SPDX-License-Identifier: Apache-2.0

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plural } from '../../contract/amounts.ts';
import type { Config } from '../../server/config.ts';
import { fullDiskBytes, lowDiskBytes, readDisk } from '../../server/platform/disk.ts';
import { type Finding, findingsAbout } from '../../server/platform/finding.ts';
import { makeWritableFolder } from '../../server/platform/make-folder.ts';
import {
  connectionsWithinLimit,
  openFilesLimit,
  recommendedFiles,
} from '../../server/platform/open-files.ts';

const oldestNode = 24;
const gibibyte = 1024 ** 3;

function checkNode(): Finding {
  const { ok, wrong } = findingsAbout('node');
  const { node } = process.versions;
  if (Number.parseInt(node, 10) >= oldestNode) return ok(`Node ${node}`);
  return wrong(`Node ${node}`, `use Node ${oldestNode} or newer; npm start and releases include it`);
}

function checkFiles({ databasePoolSize }: Config): Finding {
  const { ok, look, wrong } = findingsAbout('open files');
  const limit = openFilesLimit();
  const connections = connectionsWithinLimit(limit, databasePoolSize);
  const says = `${limit} files, enough for ${plural(Math.max(0, connections), 'client connection')}`;
  const advice = `set the limit to ${recommendedFiles} or more (LimitNOFILE=, --ulimit nofile, ulimit -n)`;
  if (connections < 32) return wrong(says, advice);
  return limit < recommendedFiles ? look(says, advice) : ok(says);
}

async function checkDisk({ dataDir }: Config): Promise<Finding> {
  const { ok, look, wrong } = findingsAbout('disk');
  const folder = resolve(dataDir);
  try {
    await makeWritableFolder(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return wrong(
      `${folder} cannot be written (${code})`,
      'let this user write to it, or set DATA_DIR to another folder',
    );
  }
  const disk = await readDisk(folder);
  if (!disk) return look(`cannot read the free space of ${folder}`, 'make sure that it has room');
  const { freeBytes } = disk;
  const says = `${(freeBytes / gibibyte).toFixed(1)} GiB free in ${folder}`;
  if (freeBytes < fullDiskBytes) return wrong(says, 'free space, or set DATA_DIR to another folder');
  return freeBytes < lowDiskBytes ? look(says, 'free space soon: pictures are stored there') : ok(says);
}

function checkPages(): Finding {
  const { ok, wrong } = findingsAbout('pages');
  const built = fileURLToPath(new URL('../../build/client/index.html', import.meta.url));
  return existsSync(built) ? ok('the web app is built') : wrong('the web app is not built', 'npm run build');
}

/** Checks what this machine gives a process: Node, open files, disk, the built pages. */
export async function checkMachine(config: Config): Promise<Finding[]> {
  const pages = config.role === 'worker' ? [] : [checkPages()];
  return [checkNode(), checkFiles(config), await checkDisk(config), ...pages];
}
