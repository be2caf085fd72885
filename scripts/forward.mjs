// SPDX-License-Identifier: Apache-2.0

import { spawn } from 'node:child_process';

/**
 * Runs a program in our place: its output is ours, signals are forwarded to it, and we exit as it does.
 * @param {string} program
 * @param {string[]} args
 * @param {string} cwd
 */
export function becomeProgram(program, args, cwd) {
  const child = spawn(program, args, { cwd, stdio: 'inherit' });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGTERM'));
  process.on('SIGINT', () => {
    // Ctrl-C in a terminal has already reached the program.
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
