// SPDX-License-Identifier: Apache-2.0

import type { GiftCardRequest } from '../../../../contract/shop-admin.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { People } from '../../../ports.ts';
import { refundObstacle } from '../rules.ts';
import { countWaiting, listRequests, type RequestRow, type RequestsQuery } from './purchase-request-store.ts';

const maxPeople = 1000;

function viewRequest(
  row: RequestRow,
  contacts: ReadonlyMap<string, { name: string; email: string }>,
  now: Date,
): GiftCardRequest {
  const { name, email } = contacts.get(row.playerId) ?? { name: '', email: '' };
  return {
    _id: row.id,
    user: { _id: row.playerId, name, email },
    giftCard: { _id: row.giftCardId, title: row.title, gcCoin: row.gcCoin },
    purchasedAt: row.createdAt.toISOString(),
    promisedBy: row.promisedBy.toISOString(),
    isDelivered: row.status === 'delivered',
    status: row.status,
    isOverdue: row.status === 'on_its_way' && row.promisedBy <= now,
    hasCode: row.hasCode,
    isRefundable: refundObstacle(row, now) === undefined,
  };
}

/** A page of the cards that were sold without a code, found by title, or by the buyer as users are searched. */
export async function readRequests(
  query: RequestsQuery,
  { db, clock, people }: { db: Database; clock: Clock; people: People },
) {
  const now = clock.now();
  const playerIds = query.search ? await people.searchUserIds(query.search, maxPeople) : [];
  const { rows, ...counted } = await listRequests(db, query, { playerIds, now });
  const contacts = await people.getContacts([...new Set(rows.map((row) => row.playerId))]);
  return {
    list: rows.map((row) => viewRequest(row, contacts, now)),
    ...counted,
    // Where more people may be found, so may cards of theirs.
    isEstimate: counted.isEstimate || playerIds.length === maxPeople,
    ...(await countWaiting(db, now)),
  };
}
