// SPDX-License-Identifier: Apache-2.0

import { vi } from 'vitest';

/**
 * `vi.waitFor` gives up after a second by default, which a single statement sometimes takes on a busy machine. Ten seconds
 * cost nothing if what is waited for comes.
 */
const timeout = 10_000;

const waits = vi as { waitFor: typeof vi.waitFor & { isPatient?: boolean } };
// Test files share a process, and each runs this.
if (!waits.waitFor.isPatient) {
  const waitFor = waits.waitFor;
  const patiently: typeof vi.waitFor = (callback, options) =>
    waitFor(callback, typeof options === 'number' ? options : { timeout, ...options });
  waits.waitFor = Object.assign(patiently, { isPatient: true });
}
