// SPDX-License-Identifier: Apache-2.0

import { countedOfUser } from '../../../../contract/users-admin.ts';
import { formatAmount } from '../../../lib/format.ts';

/** The size of a user's history. The server stops counting at a limit. */
export function sayCount(count: number): string {
  return count < countedOfUser ? formatAmount(count) : `${formatAmount(countedOfUser)}+`;
}
