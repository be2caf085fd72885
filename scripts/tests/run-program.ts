// SPDX-License-Identifier: Apache-2.0

import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { serverEnvironment } from '../server-flags.mjs';
import { type Message, toMessage } from './messages.ts';
import type { Follower } from './progress.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Tests start hundreds of processes from the same sources. */
const { NODE_COMPILE_CACHE } = serverEnvironment;

export interface Phase {
  title: string;
  args: readonly string[];
  env?: Record<string, string>;
  /** Runs at a lower priority than the other phases. */
  isAside?: boolean;
}

/**
 * Runs one phase of `npm test`. Shows its output only if it fails without a failed test.
 * @returns whether it passed
 */
export function runPhase(
  follower: Follower,
  { title, args, env = {}, isAside = false }: Phase,
): Promise<boolean> {
  const phase = follower.begin(title);
  let failures = 0;
  let said = '';
  const child = spawn(process.execPath, [...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, NODE_COMPILE_CACHE, ...env },
  });
  if (isAside && child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part) => {
      said = `${said}${part}`.slice(-50_000);
    });
  }
  child.on('message', (message: Message) => {
    if (message.kind === 'failed') failures += 1;
    phase.receive(message);
  });
  let isStopped = false;
  const stop = (signal: NodeJS.Signals) => {
    isStopped = true;
    // Ctrl-C in a terminal reaches the child directly.
    if (signal === 'SIGTERM' || !process.stdin.isTTY) child.kill(signal);
  };
  process.once('SIGTERM', stop).once('SIGINT', stop);
  return new Promise((resolve) => {
    const end = (isGreen: boolean, why = said) => {
      process.off('SIGTERM', stop).off('SIGINT', stop);
      if (!isGreen && !isStopped && failures === 0) phase.fail({ title, message: toMessage(why, 200) });
      phase.end(isGreen);
      resolve(isGreen && failures === 0);
    };
    child.on('error', (error) => end(false, error.message));
    child.on('close', (code) => end(code === 0));
  });
}
