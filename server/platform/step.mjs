// SPDX-License-Identifier: Apache-2.0

/**
 * Progress of slow work, one step at a time: in a terminal one line that counts, elsewhere a line at the end. A long
 * step reports after 30 s, a minute, two minutes and so on. Runs on any installed Node: scripts use it before anything
 * is installed.
 */

const sayAfterMs = 30_000;
const updateEveryMs = 500;
const clearLine = '\r\x1b[K';

/** @type {{ doing: string, began: number, stop(): void } | undefined} */
let current;

/** @param {number} began */
const since = (began) => `${((performance.now() - began) / 1000).toFixed(1)} s`;

/**
 * Shows a step until `end`.
 * @param {string} doing words such as "Installing packages"
 */
export function begin(doing) {
  end();
  const began = performance.now();
  if (process.stdout.isTTY) {
    const show = () => process.stdout.write(`${clearLine}${doing} (${since(began)})`);
    show();
    const timer = setInterval(show, updateEveryMs);
    current = { doing, began, stop: () => clearInterval(timer) };
    return;
  }
  /** @type {NodeJS.Timeout} */
  let timer;
  const sayAfter = (/** @type {number} */ ms) => {
    timer = setTimeout(() => {
      process.stdout.write(`${doing} (${since(began)} so far)\n`);
      sayAfter(performance.now() - began);
    }, ms);
  };
  sayAfter(sayAfterMs);
  current = { doing, began, stop: () => clearTimeout(timer) };
}

/**
 * Ends the displayed step, if there is one.
 * @param {string} [done] printed with the step's time if a step was displayed; omit it to print nothing, as after a
 * failure
 */
export function end(done) {
  const step = current;
  current = undefined;
  step?.stop();
  if (step && process.stdout.isTTY) process.stdout.write(clearLine);
  if (done !== undefined) process.stdout.write(step ? `${done} (${since(step.began)})\n` : `${done}\n`);
}

/**
 * Runs a step and prints its duration.
 * @template T
 * @param {{ doing: string, done: string }} words such as "Installing packages" and "Installed packages"
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step({ doing, done }, work) {
  begin(doing);
  try {
    const result = await work();
    end(done);
    return result;
  } catch (error) {
    end();
    throw error;
  }
}
