// SPDX-License-Identifier: Apache-2.0

/**
 * Loaded into an app that is tested on a slow machine: what it asks, its database and the stand-ins of outside services, runs
 * on the same machine, so its own limits are stretched like those of the tests.
 */
import { limits, reportLimits } from '../../../server/platform/postgres/limits.ts';
import { providerTimeoutMs } from '../../../server/providers/sign-in.ts';
import { patient } from '../patience.ts';
import '../patient-silence.ts';

const timeout = AbortSignal.timeout.bind(AbortSignal);
// Shorter ones stay: a process that stops has to answer what is under way first.
AbortSignal.timeout = (ms) => timeout(ms < providerTimeoutMs ? ms : patient(ms));

for (const each of [limits, reportLimits]) {
  each.connectMs = patient(each.connectMs);
  each.statementMs = patient(each.statementMs);
  each.lockMs = patient(each.lockMs);
  each.idleInTransactionMs = patient(each.idleInTransactionMs);
}
