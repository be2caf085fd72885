// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import { type Config, ConfigError, getProcesses, readConfig } from './config.ts';
import { checkVariables } from './config-faults.ts';
import { whileDatabaseStarts } from './platform/db/while-database-starts.ts';
import { copiedOutput, createLogger } from './platform/log.ts';
import { joinMembers } from './platform/processes/member.ts';
import type { Members } from './platform/processes/run-members.ts';
import { end as endStep } from './platform/step.mjs';
import { endsWithin, type Stop, serverPart, stopAll, stopWithinMs } from './shutdown.ts';
import { startTracing } from './start-tracing.ts';

/** Time allowed for a start under way to finish. */
const startEndsWithinMs = 5_000;
/** How long it may take until a signal is handled. */
const signalWithinMs = 20;
/** Minimum time that a replaced process keeps serving, so that proxies can use up their connections. */
const leastLeavingMs = 3_000;

/** One line for the operator who starts the process. */
function getReason(error: unknown): string {
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `port ${port} is taken; choose others with PORT and SANDBOX_PORT`;
  return message || String(error);
}

/** Starts what the configuration says, in this process or in several, then waits for a signal. */
export async function runServer(): Promise<void> {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
  const { drainMs } = config;
  const output = config.tracing?.withLogs ? copiedOutput() : undefined;
  const log = createLogger(config.logLevel, output);
  for (const doubt of checkVariables(process.env).doubts) log.warn(doubt);
  const started: Stop[] = [];
  const member = joinMembers();
  let members: Members | undefined;
  let stopping = false;

  async function start(): Promise<void> {
    await startTracing(config, output, started);
    const kept = started.length;
    const undo = () => stopAll(started.splice(kept), log);
    // A full sandbox shows its steps instead.
    const tells = !config.sandbox?.full;
    await whileDatabaseStarts(startOnce, { log, undo, stopping: () => stopping, tells });
  }

  async function startOnce(): Promise<void> {
    const { serving, working } = getProcesses(config);
    if (member || serving + working === 1) {
      const { startProcess } = await import('./start-process.ts');
      return startProcess(config, { log, started, stopping: () => stopping, member });
    }
    const { startMembers } = await import('./start-members.ts');
    return startMembers(config, {
      log,
      started,
      stopWithinMs: drainMs + startEndsWithinMs + stopWithinMs,
      onStarting(starting) {
        members = starting;
      },
    });
  }

  const starting = start();
  let ending: Promise<void> | undefined;
  async function finish(reason: string, serveOnMs: number): Promise<void> {
    log.info({ reason }, 'stopping');
    await members?.stop();
    await endsWithin(
      startEndsWithinMs,
      starting.catch(() => {}),
    );
    if (started.some(({ name }) => name === serverPart)) await delay(serveOnMs);
    await stopAll(started, log);
    process.exit(process.exitCode ?? 0);
  }
  /** Only once: a signal may arrive while the process leaves, and the other way round. */
  const end = (reason: string, serveOnMs: number): Promise<void> => {
    ending ??= finish(reason, serveOnMs);
    return ending;
  };
  const stop = async (reason: string) => {
    if (stopping) return;
    stopping = true;
    await end(reason, drainMs);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => void stop(signal));
  member?.onLeave(() => void end('another takes its place', Math.max(drainMs, leastLeavingMs)));
  process.on('SIGUSR2', () => {
    if (members) void members.replaceAll();
    else if (!member) log.warn('there is nothing to replace: this is one process (WEB_PROCESSES)');
  });

  await starting.catch(async (error) => {
    // Ctrl-C ends initdb and the built-in database too, and our own signal may be handled only after their end.
    await delay(signalWithinMs);
    endStep();
    if (stopping) return log.debug({ err: error }, 'stopped amid the start');
    process.stderr.write(`Could not start: ${getReason(error)}\n`);
    log.debug({ err: error }, 'could not start');
    process.exitCode = 1;
    await stop('failed start');
  });
}
