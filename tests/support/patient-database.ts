// SPDX-License-Identifier: Apache-2.0

/**
 * On a slow machine, a slow database isn't an unreachable one. Silence is at most five times as patient, which is still
 * less than the statement timeout, so it is noticed first.
 */
import { limits, reportLimits, silence, silenceMs } from '../../server/platform/postgres/limits.ts';
import { getSlowness, patient } from './patience.ts';

// Test files share a process, and each runs this.
if (silence.afterMs === silenceMs) {
  silence.afterMs = silenceMs * Math.min(5, getSlowness());
  limits.statementMs = patient(limits.statementMs);
  limits.idleInTransactionMs = patient(limits.idleInTransactionMs);
  for (const each of [limits, reportLimits]) {
    each.connectMs = patient(each.connectMs);
    each.lockMs = patient(each.lockMs);
  }
}
