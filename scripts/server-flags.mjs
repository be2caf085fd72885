import { fileURLToPath } from 'node:url';

/**
 * How Node runs the server. Short-lived garbage is most of what a request makes: small young generations keep the
 * process under 200 MB after a load at which the default grew it to 380 MB. Smaller still (4) was slower in trials,
 * larger (16) a little quicker; all of them on a noisy machine.
 */
export const serverFlags = ['--max-semi-space-size=8'];

/**
 * Where glibc is: two heaps for all threads instead of eight per core, which held some 14 MB that nobody used any more
 * after the same load; elsewhere nothing reads it. And Node keeps what it makes of the sources: a warm start then costs
 * half the work, and 10 MB less for the compiler that it need not load.
 */
export const serverEnvironment = {
  MALLOC_ARENA_MAX: '2',
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)),
};
