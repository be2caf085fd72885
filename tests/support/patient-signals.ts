// SPDX-License-Identifier: Apache-2.0

/** On a slow machine, a slow stand-in of an outside service isn't an unreachable one. */
import { providerTimeoutMs } from '../../server/providers/sign-in.ts';
import { patient } from './patience.ts';

const signals = AbortSignal as { timeout: typeof AbortSignal.timeout & { isPatient?: boolean } };
// Test files share a process, and each runs this.
if (!signals.timeout.isPatient) {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  // Keeps shorter limits: tests choose them on purpose, and a stopping process has to answer open calls first.
  const patiently = (ms: number): AbortSignal => timeout(ms < providerTimeoutMs ? ms : patient(ms));
  signals.timeout = Object.assign(patiently, { isPatient: true });
}
