// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import { type Config, ConfigError, readConfig } from './config.ts';
import { checkVariables } from './config-faults.ts';
import { copiedOutput, createLogger } from './platform/log.ts';
import { whileDatabaseStarts } from './platform/postgres/while-database-starts.ts';
import { end as endStep } from './platform/step.mjs';
import { endsWithin, type Stop, serverPart, stopAll } from './shutdown.ts';
import { startTracing } from './start-tracing.ts';

/** How long a start in progress may take to finish. */
const startEndsWithinMs = 5_000;

/** One line for the operator who starts the process. */
function getReason(error: unknown): string {
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `port ${port} is taken: choose others with PORT and SANDBOX_PORT`;
  return message || String(error);
}

/** Starts the configured roles, then waits for a signal. */
export async function runServer(): Promise<void> {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    // A removed setting may explain why another is missing.
    const lines = [error.message, ...checkVariables(process.env).doubts];
    process.stderr.write(`${lines.join('\n')}\n`);
    process.exit(1);
  }
  const { drainMs } = config;
  const output = config.tracing?.withLogs ? copiedOutput() : undefined;
  const log = createLogger(config.logLevel, output);
  for (const doubt of checkVariables(process.env).doubts) log.warn(doubt);
  const started: Stop[] = [];
  let stopping = false;

  async function start(): Promise<void> {
    await startTracing(config, output, started);
    const kept = started.length;
    const undo = () => stopAll(started.splice(kept), log);
    // A full sandbox prints its steps instead.
    const tells = !config.sandbox?.full;
    await whileDatabaseStarts(startOnce, { log, undo, stopping: () => stopping, tells });
  }

  async function startOnce(): Promise<void> {
    const { startProcess } = await import('./start-process.ts');
    return startProcess(config, { log, started, stopping: () => stopping });
  }

  const starting = start();
  async function stop(reason: string): Promise<void> {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'stopping');
    await endsWithin(
      startEndsWithinMs,
      starting.catch(() => {}),
    );
    if (started.some(({ name }) => name === serverPart)) await delay(drainMs);
    await stopAll(started, log);
    process.exit(process.exitCode ?? 0);
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => void stop(signal));

  await starting.catch(async (error) => {
    endStep();
    if (stopping) return log.debug({ err: error }, 'stopped while starting');
    process.stderr.write(`Could not start: ${getReason(error)}\n`);
    log.debug({ err: error }, 'could not start');
    process.exitCode = 1;
    await stop('failed start');
  });
}
