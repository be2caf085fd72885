// SPDX-License-Identifier: Apache-2.0

/** The states of an attempt. No schemas here, so that pages for visitors can use them and stay light. */
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
