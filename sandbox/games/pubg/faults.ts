// SPDX-License-Identifier: Apache-2.0

/**
 * What the API does instead of answering; 0 is no fault. `cut` ends in the middle of an answer, `others` answers about
 * other accounts.
 */
export const faultStatuses = [0, 401, 415, 429, 500, 503, 'hang', 'nonsense', 'cut', 'others'] as const;

export type FaultStatus = (typeof faultStatuses)[number];

export interface Faults {
  status: FaultStatus;
  /** Which answers: about players, matches, or both. */
  of: 'players' | 'matches' | 'all';
}
