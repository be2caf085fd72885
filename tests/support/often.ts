// SPDX-License-Identifier: Apache-2.0

/** True in `npm test`, which takes minutes; `npm test -- --all` and single files by hand do what takes long too. */
const isBrief = process.env.TESTS === 'brief';

/** How often to do something by chance: so often that it says something, and fewer times in `npm test`. */
export function often(times: number, { briefly }: { briefly: number }): number {
  return isBrief ? briefly : times;
}
