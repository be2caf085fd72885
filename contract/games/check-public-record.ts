// SPDX-License-Identifier: Apache-2.0

import type { Receipt } from '../challenges.ts';
import { askForRecord } from './pubg/ask-record.ts';
import { compareRecord, findKept } from './pubg/compare-record.ts';
import { toPublicCheck } from './pubg/finding-words.ts';
import { findPublicRecord, type PublicCheck, type RecordOwner } from './public-record.ts';

/**
 * Fetches the publisher's record of the match that counts and says what it shows, the same in a browser and for
 * `finalring verify-receipt`. Apart from the record's address, because this loads the schemas.
 * @param base where the publisher's records are
 * @returns null if the receipt has no such match, or doesn't say where the account is
 */
export async function checkPublicRecord(
  receipt: Receipt & RecordOwner,
  { matchId, base, now }: { matchId: string; base: string | undefined; now: Date },
): Promise<PublicCheck | null> {
  const kept = findKept(receipt, matchId);
  const place = findPublicRecord(receipt, matchId, base);
  if (!kept || !place) return null;
  const answer = await askForRecord(place.address);
  const whose = place.whose ?? { place: kept.place, kills: kept.kills };
  return toPublicCheck(compareRecord(receipt, kept, answer, { whose, now }));
}
