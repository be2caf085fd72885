// SPDX-License-Identifier: Apache-2.0

import { vi } from 'vitest';
import { getSlowness, patient, testMs, waitMs } from './patience.ts';
import './patient-database.ts';
import './patient-signals.ts';

/** `vi.waitFor` gives up after a second and has no setting for that. A single statement can take longer. */
const waits = vi as { waitFor: typeof vi.waitFor & { isPatient?: boolean } };
// Test files share a process, and each runs this.
if (!waits.waitFor.isPatient) {
  const waitFor = waits.waitFor;
  const patiently: typeof vi.waitFor = (callback, options) =>
    waitFor(callback, typeof options === 'number' ? options : { timeout: patient(waitMs), ...options });
  waits.waitFor = Object.assign(patiently, { isPatient: true });
}

// The machine may be slower than when the run's limits were set. A limit below the default was chosen on purpose.
const atStart = Number(process.env.TEST_SLOWNESS);
if (atStart >= 1 && getSlowness() > atStart) {
  vi.setConfig({ testTimeout: patient(testMs), hookTimeout: patient(testMs) });
}
