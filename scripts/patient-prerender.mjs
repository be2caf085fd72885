// SPDX-License-Identifier: Apache-2.0

/**
 * Loaded before React Router builds: it gives each page 10 s to be prerendered, has no setting for that, and the first page
 * loads the whole app. On a busy machine that takes longer, and the build failed.
 */
const librarysLimitMs = 10_000;
const patientLimitMs = 180_000;

const timeout = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (ms) => timeout(ms === librarysLimitMs ? patientLimitMs : ms);
