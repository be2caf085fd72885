// SPDX-License-Identifier: Apache-2.0

import type { Attempt } from '../challenges.ts';
import { readAccount } from './pubg/account.ts';
import { recordAccept, recordAddress } from './pubg/record-address.ts';

/**
 * The command by which anybody fetches the publisher's record of a match, without a key; null where the account is not
 * shown, which says on which platform it was.
 */
export function recordCommand({ epicId }: Pick<Attempt, 'epicId'>, matchId: string): string | null {
  const account = readAccount(epicId);
  if (!account) return null;
  return `curl --compressed -H 'Accept: ${recordAccept}' ${recordAddress(account.platform, matchId)}`;
}
