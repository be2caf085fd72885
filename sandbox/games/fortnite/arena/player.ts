// SPDX-License-Identifier: Apache-2.0

/** Counters of a match that may be reported after its count: places, kills, minutes played, and the time of change. */
export const lateParts = ['placement', 'kills', 'minutes', 'time'] as const;
export type LatePart = (typeof lateParts)[number];

export interface Match {
  placement: number;
  kills: number;
  /** Game minutes, before the time scale. */
  minutes: number;
  playedAt: Date;
  /** From this moment the statistics show the match. */
  reportedAt: Date;
  /** These of its counters show from `wholeAt` on only. */
  lateParts: LatePart[];
  wholeAt: Date;
}

export interface Player {
  name: string;
  accountId: string;
  public: boolean;
  exists: boolean;
  reportDelaySeconds: number;
  /** Of matches played from now on these counters arrive so many seconds after the match. */
  lateParts: LatePart[];
  lateSeconds: number;
  /** How often the source lost half of its records of this player. */
  resets: number;
  matches: Match[];
}
