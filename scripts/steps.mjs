// SPDX-License-Identifier: Apache-2.0

/**
 * Progress of what takes seconds: in a terminal one line that counts, elsewhere a line at the end, and one every 20 s of a
 * step that takes long.
 */
import { spawn } from 'node:child_process';

const STILL_EVERY_MS = 20_000;
const UPDATE_EVERY_MS = 500;
/** What a failed program said last says why. */
const maxLinesOfFailure = 20;
/** Of those, a line of a stack trace says nothing to a reader, and twenty would hide what failed. */
const isOfStack = /^\s+at .*:\d+:\d+\)?$/;

/** @param {number} started */
const seconds = (started) => `${((performance.now() - started) / 1000).toFixed(1)} s`;

/**
 * Runs a step and says how long it took.
 * @template T
 * @param {{ doing: string, done: string }} words such as "Installing packages" and "Installed packages"
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step({ doing, done }, work) {
  const started = performance.now();
  const { isTTY = false } = process.stdout;
  const say = isTTY
    ? () => process.stdout.write(`\r\x1b[K${doing} (${seconds(started)})`)
    : () => process.stdout.write(`${doing} (${seconds(started)} so far)\n`);
  if (isTTY) say();
  const timer = setInterval(say, isTTY ? UPDATE_EVERY_MS : STILL_EVERY_MS);
  try {
    const result = await work();
    process.stdout.write(`${isTTY ? '\r\x1b[K' : ''}${done} (${seconds(started)})\n`);
    return result;
  } catch (error) {
    if (isTTY) process.stdout.write('\r\x1b[K');
    throw error;
  } finally {
    clearInterval(timer);
  }
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
      const lines = said.trim().split('\n');
      const last = lines.filter((line) => !isOfStack.test(line)).slice(-maxLinesOfFailure);
      reject(new Error([failed, ...last, fault].filter(Boolean).join('\n')));
    };
    child.on('error', (error) => end(error.message));
    child.on('close', (code, signal) => end(code === 0 ? undefined : `(ended with ${signal ?? code})`));
  });
}
