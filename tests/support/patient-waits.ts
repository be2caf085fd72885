// SPDX-License-Identifier: Apache-2.0

import { vi } from 'vitest';
import { patient, waitMs } from './patience.ts';

/** `vi.waitFor` gives up after a second by default, which a single statement sometimes takes, and has no setting for it. */
const waits = vi as { waitFor: typeof vi.waitFor & { isPatient?: boolean } };
// Test files share a process, and each runs this.
if (!waits.waitFor.isPatient) {
  const waitFor = waits.waitFor;
  const patiently: typeof vi.waitFor = (callback, options) =>
    waitFor(callback, typeof options === 'number' ? options : { timeout: patient(waitMs), ...options });
  waits.waitFor = Object.assign(patiently, { isPatient: true });
}
