import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { addCommand, answering, type Outcome } from '../answer.ts';
import { callerPath } from '../caller-path.ts';

async function exportTo(named: string, path: string): Promise<Outcome> {
  const { findAccount } = await import('../find-account.ts');
  const { withApp } = await import('../with-app.ts');
  const file = callerPath(path);
  return withApp(async ({ app, db }) => {
    const { id } = await findAccount(db, named);
    const data = await app.exportPlayer(id);
    if (!data) throw new Error(`there is no account ${id}`);
    // Personal data: for nobody else's eyes, and never over a file that is there.
    const target = createWriteStream(file, { flags: 'wx', mode: 0o600 });
    await pipeline(data, target);
    return {
      lines: [`Everything that is held about player ${id}: ${file} (${target.bytesWritten} bytes)`],
      result: { playerId: id, file, bytes: target.bytesWritten },
    };
  });
}

export function addExportPlayer(program: Command): void {
  addCommand(program, 'export-player', 'Write everything that is held about a player into a file, as JSON.')
    .argument('<player>', 'their address, handle or id')
    .argument('<file>', 'a new file')
    .action(answering(exportTo));
}
