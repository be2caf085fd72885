// SPDX-License-Identifier: Apache-2.0

import { fileURLToPath } from 'node:url';

/**
 * How Node runs the server. Short-lived garbage is most of what a request creates: small young generations keep the process
 * under 200 MB after a load at which the default grew it to 380 MB. In processor time per list and per profile, 2, 4, 8 and
 * 16 MB differ by less than the same size differs from round to round (4 %); idle, a process takes 143, 150, 156 MB and
 * more.
 *
 * By default V8 lets the rest grow to three times its live size before it looks for garbage: 300 MB after a load of 2,000
 * calls a second. At 60 % it is 195 MB, for a tenth more of the processor; 100 % gave 216 MB for a twentieth more, 30 % 180
 * MB for two fifths.
 *
 * A "last resort" collection five seconds after the start reduced 155 MB when idle to 138, and made lists slower by a
 * quarter for as long as the process lived: what it throws away is not rebuilt as well.
 */
export const serverFlags = ['--max-semi-space-size=4', '--heap-growing-percent=60'];

/**
 * With glibc: two heaps for all threads instead of eight per core, which held some 14 MB of unused memory after the same
 * load; other libraries ignore it. And Node keeps its compile cache: a warm start then takes half the work, and 10 MB less,
 * since the compiler need not be loaded.
 */
export const serverEnvironment = {
  MALLOC_ARENA_MAX: '2',
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)),
};
