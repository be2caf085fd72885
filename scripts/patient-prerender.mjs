// SPDX-License-Identifier: Apache-2.0

/**
 * Loaded before React Router builds. React Router gives each page 10 s to prerender and has no setting for that. The
 * first page loads the whole app, which takes longer on a busy machine, so the build failed.
 */
const librarysLimitMs = 10_000;
const patientLimitMs = 180_000;

const timeout = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (ms) => timeout(ms === librarysLimitMs ? patientLimitMs : ms);
