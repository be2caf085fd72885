// SPDX-License-Identifier: Apache-2.0

import { spawn } from 'node:child_process';

/** What a failed program said last says why. */
const maxLinesOfFailure = 20;
/** Of those, a line of a stack trace says nothing to a reader, and twenty would hide what failed. */
const isOfStack = /^\s+at .*:\d+:\d+\)?$/;

/**
 * Runs a program without showing its output.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, failed: string }} options `failed`: what failed, and what to do
 * @returns {Promise<void>}
 * @throws an error with `failed` and the last lines of its output, but for stack traces
 */
export function runQuietly(program, args, { cwd, env = process.env, failed }) {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      said = `${said}${part}`.slice(-100_000);
    });
  }
  const stop = () => child.kill('SIGTERM');
  process.once('SIGTERM', stop);
  process.once('exit', stop);
  return new Promise((resolve, reject) => {
    const end = (/** @type {string | undefined} */ fault) => {
      process.off('SIGTERM', stop);
      process.off('exit', stop);
      if (fault === undefined) return resolve();
      const lines = said.trim().split('\n');
      const last = lines.filter((line) => !isOfStack.test(line)).slice(-maxLinesOfFailure);
      reject(new Error([failed, ...last, fault].filter(Boolean).join('\n')));
    };
    child.on('error', (error) => end(error.message));
    child.on('close', (code, signal) => end(code === 0 ? undefined : `(ended with ${signal ?? code})`));
  });
}
