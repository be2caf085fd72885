// SPDX-License-Identifier: Apache-2.0

import { vi } from 'vitest';
import { getSlowness, patient, testMs, waitMs } from './patience.ts';
import './patient-silence.ts';

/** `vi.waitFor` gives up after a second by default, which a single statement sometimes takes, and has no setting for it. */
const waits = vi as { waitFor: typeof vi.waitFor & { isPatient?: boolean } };
// Test files share a process, and each runs this.
if (!waits.waitFor.isPatient) {
  const waitFor = waits.waitFor;
  const patiently: typeof vi.waitFor = (callback, options) =>
    waitFor(callback, typeof options === 'number' ? options : { timeout: patient(waitMs), ...options });
  waits.waitFor = Object.assign(patiently, { isPatient: true });
}

// The machine may have become slower since the limits of the run were set. Less than a quiet machine's is somebody's choice.
const atStart = Number(process.env.TEST_SLOWNESS);
if (atStart >= 1 && getSlowness() > atStart) {
  vi.setConfig({ testTimeout: patient(testMs), hookTimeout: patient(testMs) });
}
