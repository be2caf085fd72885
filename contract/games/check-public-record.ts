// SPDX-License-Identifier: Apache-2.0

import type { Receipt } from '../challenges.ts';
import { checkSealedCopy, type SealSite } from '../sealed-copy.ts';
import { copyText, findRecord } from './kept-copy.ts';
import { askForRecord } from './pubg/ask-record.ts';
import { compareRecord, keptMs } from './pubg/compare-record.ts';
import { toExpiredCheck, toPublicCheck } from './pubg/finding-words.ts';
import { findPublicRecord, type PublicCheck, type RecordOwner } from './public-record.ts';

/**
 * Fetches the publisher's record of the match that counts and says what it shows, the same in a browser and for
 * `finalring verify-receipt`. If the record has expired, checks our copy with the sealed ledger. Apart from the record's
 * address, because this loads the schemas.
 * @param base where the publisher's records are
 * @param site whose receipt it is
 * @returns null if the receipt has no such match, or doesn't say where the account is
 */
export async function checkPublicRecord(
  receipt: Receipt & RecordOwner,
  { matchId, base, now, site }: { matchId: string; base: string | undefined; now: Date; site: SealSite },
): Promise<PublicCheck | null> {
  const kept = findRecord(receipt.readings, matchId);
  const place = findPublicRecord(receipt, matchId, base);
  if (!kept || !place) return null;
  const answer = await askForRecord(place.address);
  const whose = place.whose ?? { place: kept.place, kills: kept.kills };
  const finding = compareRecord(receipt, kept, answer, { whose, now });
  if (finding.kind !== 'expired') return toPublicCheck(finding);
  const before = new Date(Date.parse(kept.createdAt) + keptMs);
  return toExpiredCheck(finding, await checkSealedCopy(receipt, { copy: copyText(kept), before }, site));
}
