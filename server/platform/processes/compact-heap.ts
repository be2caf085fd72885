// SPDX-License-Identifier: Apache-2.0

const afterMs = 5_000;

/**
 * Gives back what only the start of a process needed: holes of 20 MB, in a heap that V8 compacts once it wants room, which a
 * process that is asked for little never does. Once, some seconds after the start, for a pause of some 100 ms; where Node
 * does not expose its collector (`serverFlags`) nothing happens.
 */
export function compactHeapOnce(): void {
  setTimeout(
    () => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
    afterMs,
  ).unref();
}
