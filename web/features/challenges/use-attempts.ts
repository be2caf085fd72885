// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import type { Attempt } from '../../../contract/challenges.ts';
import { useToken } from '../../lib/session.ts';
import { latestAttemptQuery } from './api.ts';
import { isActiveStatus } from './attempt-summary.ts';

/** The status check of the signed-in player, shared by everything that shows it. */
export function useLatestAttempt() {
  const token = useToken();
  return useQuery({ ...latestAttemptQuery, enabled: token !== null });
}

/** The running attempt, or null: for the header's banner and the meter on screens. */
export function useActiveAttempt(): Attempt | null {
  const { data } = useLatestAttempt();
  return data && isActiveStatus(data.status) ? data : null;
}
