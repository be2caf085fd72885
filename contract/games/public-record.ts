// SPDX-License-Identifier: Apache-2.0

import type { Attempt } from '../challenges.ts';
import { isPlatform, readAccount } from './pubg/account.ts';
import { publicApi, recordAccept, recordAddress } from './pubg/record-address.ts';

/** What a receipt says about the account. */
export interface RecordOwner {
  attempt: Pick<Attempt, 'epicId'>;
  /** Where the account is, if its name is hidden. */
  platform?: string | undefined;
}

interface PublicRecordPlace {
  address: string;
  /** The command by which anybody fetches it. */
  command: string;
  /** Null where the name is hidden. */
  whose: { id: string } | { name: string } | null;
}

/**
 * Where anybody fetches the publisher's record of a match, without a key; null if the receipt doesn't say on which
 * platform it was.
 * @param base of a stand-in, instead of the publisher's
 */
export function findPublicRecord(
  { attempt, platform = '' }: RecordOwner,
  matchId: string,
  base = publicApi,
): PublicRecordPlace | null {
  const account = readAccount(attempt.epicId);
  const shard = account?.platform ?? platform;
  if (!isPlatform(shard)) return null;
  const address = recordAddress(shard, matchId, base);
  const whose = account && ('id' in account ? { id: account.id } : { name: account.name });
  return {
    address,
    command: `curl --compressed -H 'Accept: ${recordAccept}' ${address}`,
    whose: whose ?? null,
  };
}

/** Whether records are fetched from the publisher itself, not from a stand-in. */
export const isPublishersOwn = (base: string) => base === publicApi;

/** What a receipt still says about an account whose name it hides. */
export function platformOf({ epicId }: Pick<Attempt, 'epicId'>): string | undefined {
  return readAccount(epicId)?.platform;
}

/** What a check with the publisher found, in words for a page or a command. */
export interface PublicCheck {
  /** `unchecked`: the publisher's record couldn't be had. */
  outcome: 'agrees' | 'differs' | 'unchecked';
  title: string;
  text: string;
  differences: { fact: string; receipt: string; published: string }[];
  /** Our copy of a record that the publisher no longer keeps, as JSON. */
  copy: string | null;
}
