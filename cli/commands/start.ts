// SPDX-License-Identifier: Apache-2.0

import type { Command } from 'commander';

/** The server itself: it prints and ends by itself, so that nothing stands between it and who supervises it. */
export function addStart(program: Command): void {
  program
    .command('start')
    .description('Run the server: pages, calls and jobs (ROLE says which), until it is told to stop.')
    .action(async () => {
      const { runServer } = await import('../../server/main.ts');
      await runServer();
    });
}
