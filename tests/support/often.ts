// SPDX-License-Identifier: Apache-2.0

/**
 * True in `npm test`, which must take only minutes. `npm test -- --all` and single files run by hand include the long
 * parts.
 */
export const isBrief = process.env.TESTS === 'brief';

/** How often to repeat something random: less often in `npm test`. */
export function often(times: number, { briefly }: { briefly: number }): number {
  return isBrief ? briefly : times;
}
