// SPDX-License-Identifier: Apache-2.0

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { plural } from '../../contract/amounts.ts';
import { addCommand, answering, type Outcome } from '../answer.ts';
import { callerPath } from '../caller-path.ts';

async function exportTo(named: string, path: string): Promise<Outcome> {
  const { findAccount } = await import('../find-account.ts');
  const { withApp } = await import('../with-app.ts');
  const file = callerPath(path);
  return withApp(async ({ app, db }) => {
    const { id } = await findAccount(db, named);
    // Personal data: only the operator can read the file, and an existing file is never overwritten.
    const target = createWriteStream(file, { flags: 'wx', mode: 0o600 });
    await once(target, 'open');
    const isThere = await app.exportPlayer(id, { folder: dirname(file), target });
    if (!isThere) throw new Error(`no account has the id ${id}`);
    return {
      lines: [`Wrote all data about player ${id} to ${file} (${plural(target.bytesWritten, 'byte')})`],
      result: { playerId: id, file, bytes: target.bytesWritten },
    };
  });
}

export function addExportPlayer(program: Command): void {
  addCommand(program, 'export-player', 'Write all data about a player to an archive of JSON and CSV files.')
    .argument('<player>', 'their address, handle or id')
    .argument('<file>', 'a new file, such as player.zip')
    .action(answering(exportTo));
}
