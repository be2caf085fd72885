// SPDX-License-Identifier: Apache-2.0

/** How long a process that makes an export may be silent before another takes over. */
export const heldForMs = 60_000;
/** How often it says something. */
export const saidEveryMs = 10_000;
/** Pages are told of progress no more often than that. */
export const toldEveryMs = 300;
/** From the first failure to the next try, and so on; after the last one it is given up. */
export const triedAgainAfterMs = [5_000, 60_000] as const;
/** That it was asked for is remembered for so long. */
export const rememberedForMs = 30 * 86_400_000;
/** The day of "a day's exports". */
export const dayMs = 86_400_000;
