// SPDX-License-Identifier: Apache-2.0

/** The source of time for rules, so that tests can advance it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

const secondsOfDay = 86_400;

/** Seconds left of the day (UTC): 1 to 86,400. */
export function secondsLeftOfDay(at: Date): number {
  return secondsOfDay - (Math.floor(at.getTime() / 1000) % secondsOfDay);
}
