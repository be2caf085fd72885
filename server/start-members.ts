// SPDX-License-Identifier: Apache-2.0

import { checkJournalApart } from './check-journal-apart.ts';
import { type Config, getProcesses } from './config.ts';
import { greet } from './greet.ts';
import { openDependencies } from './open-dependencies.ts';
import { keepShare, readRoomAt, shareConnections } from './platform/db/share-connections.ts';
import type { Logger } from './platform/log.ts';
import { type Members, runMembers } from './platform/processes/run-members.ts';
import type { Stop } from './shutdown.ts';

interface MembersDeps {
  log: Logger;
  started: Stop[];
  /** How long each process may take to stop. */
  stopWithinMs: number;
  onStarting(members: Members): void;
}

/**
 * Runs the processes of one start (WEB_PROCESSES). This one holds what they share, accepts connections for them and
 * restarts them; it loads nothing of the application.
 */
export async function startMembers(
  given: Config,
  { log, started, stopWithinMs, onStarting }: MembersDeps,
): Promise<void> {
  const { config, databaseUrl, sandbox } = await openDependencies(given, { log, started, isPrepared: false });
  const { journalPlace } = given;
  if (journalPlace) await checkJournalApart({ databaseUrl, journalPlace });
  const { serving, working } = getProcesses(given);
  const poolSize = await shareConnections(databaseUrl, {
    wanted: given.databasePoolSize,
    // One more, for replacing them.
    starting: serving + working + 1,
    log,
  });
  const env = { DATABASE_POOL_SIZE: String(poolSize) };
  const named = (name: string, role: Config['role']) => ({ name, env: { ...env, ROLE: role } });
  const webs = Array.from({ length: serving }, (_, index) => named(`web-${index + 1}`, 'web'));
  const workers = Array.from({ length: working }, () => named('worker', 'worker'));
  const members = runMembers({ plans: [...webs, ...workers], log, stopWithinMs });
  onStarting(members);
  await members.ready;
  const stop = keepShare({
    wanted: given.databasePoolSize,
    spare: 1,
    read: () => readRoomAt(databaseUrl),
    onShare: members.share,
  });
  started.push({ name: 'share of connections', stop });
  greet(config, sandbox);
}
