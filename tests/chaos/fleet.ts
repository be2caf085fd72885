// SPDX-License-Identifier: Apache-2.0

import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunningApp, startApp } from '../support/e2e/app.ts';
import { makeScratchFolder } from '../support/scratch.ts';

export type Role = 'web' | 'worker';

export interface Member {
  readonly name: string;
  readonly role: Role;
  readonly url: string;
  /**
   * Kills the process, as a machine without memory does. Resolves once it has been restarted, exactly once, and is
   * ready, however long its machine or its database takes.
   * @param niceness how much it gives way to other processes while it starts
   */
  killAndRestart(niceness?: number): Promise<void>;
  /** Suspends the process for this time. It keeps its connections. */
  pause(ms: number): Promise<void>;
  /** From now on, its clock is off by this many milliseconds. */
  stepClock(offMs: number): void;
}

export interface Fleet {
  members: readonly Member[];
  /** The faults so far: processes that ended unexpectedly. */
  readonly ended: readonly string[];
  /** Stops all processes as an operator would. Returns those that didn't exit properly. */
  stop(): Promise<string[]>;
}

/** With twenty busy processes on the machine, a start takes a minute or two. */
const startWithinMs = 300_000;
const steppedClock = fileURLToPath(new URL('./stepped-clock.ts', import.meta.url));

interface FleetOptions {
  env: Record<string, string>;
  /**
   * Keeps the product's normal time limits. Otherwise the load of a fault (`starve`) would extend the limits of every
   * process that starts meanwhile, and it would notice the database's next outage seconds later.
   */
  keepsItsLimits: boolean;
}

async function startMember(
  { role, number, env, keepsItsLimits }: FleetOptions & { role: Role; number: number },
  onEnd: (said: string) => void,
) {
  const name = `${role} ${number}`;
  const dataDir = makeScratchFolder('chaos');
  const clockFile = join(dataDir, 'clock');
  let offMs = 0;
  let isAsked = false;
  let app: RunningApp;
  /** The end of its output. */
  let said = '';

  async function start({ port, niceness }: { port?: number; niceness?: number } = {}): Promise<void> {
    writeFileSync(clockFile, String(offMs));
    app = await startApp({
      dataDir,
      ...(port !== undefined && { port }),
      ...(niceness !== undefined && { niceness }),
      readyWithinMs: startWithinMs,
      keepsItsLimits,
      env: { ...env, ROLE: role, CHAOS_CLOCK: clockFile, NODE_OPTIONS: `--import ${steppedClock}` },
    });
    const { process: child } = app;
    said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        said = (said + chunk).slice(-3_000);
      });
    }
    child.once('exit', (code, signal) => {
      if (!isAsked) onEnd(`${name} ended with ${code ?? signal}:\n${said}`);
    });
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<string[]> {
    isAsked = true;
    const { process: child } = app;
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    }
    if (signal === 'SIGKILL' || child.exitCode === 0) return [];
    return [`${name} stopped with ${child.exitCode ?? child.signalCode}:\n${said}`];
  }

  await start();
  const member: Member = {
    name,
    role,
    get url() {
      return app.url;
    },
    async killAndRestart(niceness = 0) {
      await end('SIGKILL');
      isAsked = false;
      await start({ port: Number(new URL(app.url).port), niceness });
    },
    async pause(ms) {
      app.process.kill('SIGSTOP');
      await new Promise((resolve) => setTimeout(resolve, ms));
      app.process.kill('SIGCONT');
    },
    stepClock(next) {
      offMs = next;
      writeFileSync(clockFile, String(next));
      app.process.kill('SIGUSR2');
    },
  };
  return {
    member,
    end,
    remove: () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** Starts one process per role, all with the same configuration. */
export async function startFleet(roles: readonly Role[], options: FleetOptions): Promise<Fleet> {
  const started: Awaited<ReturnType<typeof startMember>>[] = [];
  const ended: string[] = [];
  async function stop(): Promise<string[]> {
    const faults: string[] = [];
    for (const { end } of started) faults.push(...(await end('SIGTERM')));
    for (const { remove } of started) remove();
    return faults;
  }
  try {
    for (const [index, role] of roles.entries()) {
      started.push(await startMember({ ...options, role, number: index + 1 }, (said) => ended.push(said)));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { members: started.map(({ member }) => member), ended, stop };
}
