// SPDX-License-Identifier: Apache-2.0

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { addCommand, answering, type Outcome, withYes } from '../answer.ts';
import { callerPath } from '../caller-path.ts';
import { demandYes } from '../confirm.ts';

interface StandbyOptions {
  name: string;
  port?: number;
  listen: string;
}

const lookEveryMs = 200;

/** Runs until it is stopped, like the server. */
async function runStandby(folder: string, { name, port, listen }: StandbyOptions): Promise<Outcome> {
  const { readDatabaseConfig } = await import('../../server/database-config.ts');
  const { withDatabaseUrl } = await import('../../server/platform/embedded-postgres/with-database.ts');
  const { startStandby } = await import('../../server/platform/standby/start-standby.ts');
  const dataDir = callerPath(folder);
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => stopping.abort());
  const start = (primaryUrl?: string) => startStandby({ dataDir, primaryUrl, name, port, listen });
  // An existing copy starts even if its primary is down.
  const isThere = existsSync(join(dataDir, 'cluster'));
  const server = isThere ? await start() : await withDatabaseUrl(readDatabaseConfig(), start);
  const says = server.isNew ? `Copied the primary: the standby ${name}` : 'The server of this folder';
  process.stderr.write(`${says} serves at ${new URL(server.url).host} (pid ${server.pid})\n`);
  while (!stopping.signal.aborted && server.isAlive()) await delay(lookEveryMs);
  if (!server.isAlive()) throw new Error(`it has ended by itself: look at ${dataDir}/postgres.log`);
  await server.stop();
  return { lines: ['Stopped'], result: { name } };
}

async function runPromote(target: string, options: { yes?: boolean }): Promise<Outcome> {
  const { promote } = await import('../../server/platform/standby/promote.ts');
  const { readAddress } = await import('../../server/platform/standby/start-standby.ts');
  const url = /^postgres(ql)?:/.test(target) ? target : readAddress(callerPath(target));
  const { host } = new URL(url);
  await demandYes(`Make ${host} the primary? The former one must never serve again as it is.`, options);
  const promoted = await promote(url);
  return {
    lines: [
      `${host} is the primary (${promoted.ms} ms; its log goes to ${promoted.receivedLsn ?? promoted.replayedLsn})`,
      'Processes whose DATABASE_URL names all hosts find it by themselves; make a standby of it next.',
    ],
    result: { host, ...promoted },
  };
}

const toNames = (text: string) => (text === 'none' ? [] : text.split(',').map(parseName));

async function runReplication({ waitFor }: { waitFor?: string[] }): Promise<Outcome> {
  const { readDatabaseConfig } = await import('../../server/database-config.ts');
  const { withDatabaseUrl } = await import('../../server/platform/embedded-postgres/with-database.ts');
  const { readReplicationState, waitForStandbys } = await import(
    '../../server/platform/standby/replication-state.ts'
  );
  const { whileDatabaseLives } = await import('../../server/platform/db/while-database-lives.ts');
  return withDatabaseUrl(readDatabaseConfig(), async (url) => {
    const state = await whileDatabaseLives(url, async () => {
      if (waitFor) await waitForStandbys(url, waitFor);
      return readReplicationState(url);
    });
    const megabytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MB`;
    const waitsFor = waitFor ? waitFor.join(', ') : state.waitsFor;
    return {
      lines: [
        `timeline ${state.timeline}; commits wait for ${waitsFor || 'nobody'}`,
        ...state.followers.map(
          ({ name, role, state: doing, behindBytes, behindSeconds }) =>
            `${name}  ${doing} (${role})  ${megabytes(behindBytes)}, ${behindSeconds.toFixed(1)} s behind`,
        ),
        ...(state.followers.length === 0 ? ['Nobody follows it'] : []),
        ...state.unusedSlots.map(
          ({ name, keptBytes }) => `UNUSED SLOT  ${name}: ${megabytes(keptBytes)} of the log are kept for it`,
        ),
      ],
      result: state,
    };
  });
}

function parseName(text: string): string {
  if (/^[a-z][a-z0-9_]{0,40}$/.test(text)) return text;
  throw new InvalidArgumentError('A name has small letters, digits and _.');
}

export function addStandby(program: Command): void {
  addCommand(
    program,
    'standby',
    'Run a standby of the primary in a folder, copying it first where there is none.',
  )
    .argument('<folder>', 'what it keeps; its data directory is the folder cluster in it')
    .option('--name <name>', 'what the primary knows it as', parseName, 'standby')
    .option('--port <port>', 'where it serves; otherwise as before, or any that is free', Number)
    .option('--listen <addresses>', 'addresses of this machine that it serves at', '127.0.0.1')
    .action(answering(runStandby));
  withYes(addCommand(program, 'promote', 'Make a standby the primary, when the primary is gone for good.'))
    .argument('<target>', 'the folder of finalring standby, or the address of a standby')
    .action(answering(runPromote));
  addCommand(
    program,
    'replication',
    'Say who follows the primary, how far behind, and for whom commits wait.',
  )
    .option('--wait-for <names>', 'have commits wait until one of these has them; none: for nobody', toNames)
    .action(answering(runReplication));
}
