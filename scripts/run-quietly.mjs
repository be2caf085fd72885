// SPDX-License-Identifier: Apache-2.0

import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

/** The last output lines of a failed program explain the failure. */
const maxLinesOfFailure = 20;
const isOfStack = /^(npm error)?\s+at .*:\d+:\d+\)?( \{)?$/;
const endsObject = /^(npm error)?\s*\}$/;

/**
 * Removes stack traces and the objects that Node prints after them, because they hide the actual error.
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
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, failed: string }} options `failed`: the message on failure, with what
 * to do
 * @returns {Promise<void>}
 * @throws an error with `failed` and the program's last lines, without stack traces
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
