// SPDX-License-Identifier: Apache-2.0

import type { Command } from 'commander';

/** The server prints and exits on its own, so that its supervisor sees it directly. */
export function addStart(program: Command): void {
  program
    .command('start')
    .description('Run the server until it is stopped: pages, calls and jobs, as ROLE says.')
    .action(async () => {
      const { runServer } = await import('../../server/main.ts');
      await runServer();
    });
}
