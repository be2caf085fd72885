// SPDX-License-Identifier: Apache-2.0

/** The states of an attempt. Contains no schemas, so that light pages for visitors can import it. */
export const attemptStatuses = [
  'PENDING',
  'IN_PROGRESS',
  'WAITING_RECHECK',
  'SUCCESS',
  'FAILED',
  'CANCELLED',
] as const;
export type AttemptStatus = (typeof attemptStatuses)[number];
export const activeStatuses: readonly AttemptStatus[] = ['PENDING', 'IN_PROGRESS', 'WAITING_RECHECK'];
