// SPDX-License-Identifier: Apache-2.0

import { spawn } from 'node:child_process';

/**
 * Runs a program in place of this one: passes on its output, signals and exit code.
 * @param {string} program
 * @param {string[]} args
 * @param {string} cwd
 * @param {import('node:child_process').StdioOptions} [stdio]
 */
export function becomeProgram(program, args, cwd, stdio = 'inherit') {
  const child = spawn(program, args, { cwd, stdio });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGTERM'));
  process.on('SIGINT', () => {
    // Ctrl-C in a terminal reaches the program directly.
    if (!process.stdin.isTTY) child.kill('SIGINT');
  });
  child.on('error', (error) => {
    console.error(`${program} does not start: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    for (const name of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
}
