// SPDX-License-Identifier: Apache-2.0

/** How long a process that makes an export may stay silent before another takes over. */
export const heldForMs = 60_000;
/** How often such a process reports. */
export const reportIntervalMs = 10_000;
/** The shortest time between progress notifications to pages. */
export const minProgressIntervalMs = 300;
/** Delays after the first failure, the second and so on; after the last one the export has failed. */
export const triedAgainAfterMs = [5_000, 60_000] as const;
/** How long a request is retained. */
export const rememberedForMs = 30 * 86_400_000;
/** The period of the daily limit. */
export const dayMs = 86_400_000;
