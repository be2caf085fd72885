// SPDX-License-Identifier: Apache-2.0

/** How long a process that makes an export may be silent before another takes over. */
export const heldForMs = 60_000;
/** How often it reports. */
export const saidEveryMs = 10_000;
/** Pages are notified of progress no more often than this. */
export const toldEveryMs = 300;
/** Waits after the first failure, the second and so on; after the last one the export is given up. */
export const triedAgainAfterMs = [5_000, 60_000] as const;
/** How long a request is remembered. */
export const rememberedForMs = 30 * 86_400_000;
/** The period of the daily limit. */
export const dayMs = 86_400_000;
