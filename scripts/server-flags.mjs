// SPDX-License-Identifier: Apache-2.0

import { fileURLToPath } from 'node:url';

/**
 * How Node runs the server. Short-lived garbage is most of what a request makes: small young generations keep the
 * process under 200 MB after a load at which the default grew it to 380 MB. In processor time for each list and each profile,
 * 2, 4, 8 and 16 MB differ by less than what the same size differs by from round to round (4 %); at rest a process weighs 143, 150, 156 and more.
 *
 * By itself V8 lets the rest grow to three times what it holds before it looks what of it is garbage: 300 MB after a load of 2,000
 * calls a second. At 60 % it is 195 MB, for a tenth more of the processor; 100 % gave 216 MB for a twentieth more, 30 %
 * 180 MB for two fifths.
 *
 * A collection of "last resort" five seconds after the start made 155 MB at rest 138, and lists slower by a quarter for
 * as long as the process lived: what it throws away is not made again as good.
 */
export const serverFlags = ['--max-semi-space-size=4', '--heap-growing-percent=60'];

/**
 * Where glibc is: two heaps for all threads instead of eight per core, which held some 14 MB that nobody used any more
 * after the same load; elsewhere nothing reads it. And Node keeps what it makes of the sources: a warm start then costs
 * half the work, and 10 MB less for the compiler that it need not load.
 */
export const serverEnvironment = {
  MALLOC_ARENA_MAX: '2',
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)),
};
