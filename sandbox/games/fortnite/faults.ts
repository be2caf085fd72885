// SPDX-License-Identifier: Apache-2.0

/** What the source does instead of answering; 0 is no fault. */
export const faultStatuses = [0, 403, 429, 500, 'hang', 'nonsense'] as const;

export type FaultStatus = (typeof faultStatuses)[number];

export interface Faults {
  status: FaultStatus;
  /** Sends errors as `{ status, data: { error } }`, the other shape that clients of the service have met. */
  nestedErrors: boolean;
}

export function noFaults(): Faults {
  return { status: 0, nestedErrors: false };
}
