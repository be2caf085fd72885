// SPDX-License-Identifier: Apache-2.0

import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

/** What a failed program said last says why. */
const maxLinesOfFailure = 20;
const isOfStack = /^(npm error)?\s+at .*:\d+:\d+\)?( \{)?$/;
const endsObject = /^(npm error)?\s*\}$/;

/**
 * A stack trace, and the object that Node prints behind it, say nothing to a reader, and would hide what failed.
 * @param {string[]} lines
 */
function dropStacks(lines) {
  let isInObject = false;
  return lines.filter((line) => {
    const isDropped = isInObject || isOfStack.test(line);
    isInObject = isInObject ? !endsObject.test(line) : isDropped && line.endsWith('{');
    return !isDropped;
  });
}

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
      const lines = stripVTControlCharacters(said).trim().split('\n');
      const last = dropStacks(lines).slice(-maxLinesOfFailure);
      reject(new Error([failed, ...last, fault].filter(Boolean).join('\n')));
    };
    child.on('error', (error) => end(error.message));
    child.on('close', (code, signal) => end(code === 0 ? undefined : `(ended with ${signal ?? code})`));
  });
}
