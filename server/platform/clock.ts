// SPDX-License-Identifier: Apache-2.0

/** Where rules get the time from, so that tests can advance it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
