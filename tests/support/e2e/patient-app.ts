// SPDX-License-Identifier: Apache-2.0

/**
 * Loaded into an app under test on a slow machine. The database and the stand-ins run on the same machine, so this
 * extends the app's limits like the tests' own.
 */
import { providerTimeoutMs } from '../../../server/providers/sign-in.ts';
import { patient } from '../patience.ts';
import '../patient-database.ts';

const timeout = AbortSignal.timeout.bind(AbortSignal);
// Keeps shorter limits: a stopping process has to answer open calls first.
AbortSignal.timeout = (ms) => timeout(ms < providerTimeoutMs ? ms : patient(ms));
