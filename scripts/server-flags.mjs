// SPDX-License-Identifier: Apache-2.0

import { fileURLToPath } from 'node:url';

/**
 * How Node runs the server. Requests create mostly short-lived garbage. A small young generation keeps the process
 * under 200 MB after a load at which the default grew it to 380 MB. In processor time per list and per profile, 2, 4, 8
 * and 16 MB differ less than two rounds of the same size do (4 %). When idle, a process takes 143, 150, 156 MB and
 * more.
 *
 * The rest is limited once the process is ready (server/platform/limit-garbage.ts).
 *
 * A "last resort" collection five seconds after the start reduced 155 MB when idle to 138, but made lists slower by a
 * quarter for the rest of the process's life: discarded data isn't rebuilt as well.
 */
export const serverFlags = ['--max-semi-space-size=4'];

/**
 * With glibc, uses two heaps for all threads instead of eight per core, which held some 14 MB of unused memory after
 * the same load. Other C libraries ignore this. Node also keeps its compile cache: a warm start then takes half the
 * time and 10 MB less, because the compiler isn't loaded.
 */
export const serverEnvironment = {
  MALLOC_ARENA_MAX: '2',
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)),
};
