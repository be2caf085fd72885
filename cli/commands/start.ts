// SPDX-License-Identifier: Apache-2.0

import type { Command } from 'commander';

/** The server itself. It prints and exits by itself, so that nothing stands between it and its supervisor. */
export function addStart(program: Command): void {
  program
    .command('start')
    .description('Run the server until it is stopped: pages, calls and jobs, as ROLE says.')
    .action(async () => {
      const { runServer } = await import('../../server/main.ts');
      await runServer();
    });
}
