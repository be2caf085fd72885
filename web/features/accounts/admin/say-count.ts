// SPDX-License-Identifier: Apache-2.0

import { countedOfUser } from '../../../../contract/users-admin.ts';
import { formatAmount } from '../../../lib/format.ts';

/** How many there are of what a user did; it is counted so far and no further. */
export function sayCount(count: number): string {
  return count < countedOfUser ? formatAmount(count) : `${formatAmount(countedOfUser)}+`;
}
