// SPDX-License-Identifier: Apache-2.0

import type { GiftCardRequest } from '../../../../contract/shop-admin.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { searchOwners } from '../../../platform/search-owners.ts';
import type { People } from '../../../ports.ts';
import { refundObstacle } from '../rules.ts';
import {
  countWaiting,
  listBuyers,
  listRequests,
  type RequestRow,
  type RequestsQuery,
} from './purchase-request-store.ts';

function viewRequest(
  row: RequestRow,
  contacts: ReadonlyMap<string, { name: string; email: string }>,
  now: Date,
): GiftCardRequest {
  const status = row.isHeld ? 'delivered' : row.status;
  const { name, email } = contacts.get(row.playerId) ?? { name: '', email: '' };
  return {
    _id: row.id,
    user: { _id: row.playerId, name, email },
    giftCard: { _id: row.giftCardId, title: row.title, gcCoin: row.gcCoin },
    purchasedAt: row.createdAt.toISOString(),
    promisedBy: row.promisedBy?.toISOString() ?? null,
    isDelivered: status === 'delivered',
    status,
    isOverdue: status === 'on_its_way' && row.promisedBy !== null && row.promisedBy <= now,
    hasCode: row.hasCode,
    isRefundable: refundObstacle(row, now) === undefined,
    isHeld: row.isHeld,
  };
}

function findBuyers(
  { search, status }: RequestsQuery,
  now: Date,
  { db, people }: { db: Database; people: People },
) {
  if (!search) return { ids: [], isCut: false };
  return searchOwners({
    search: (limit, among) => people.searchUserIds(search, limit, among),
    owners: (limit) => listBuyers(db, status, now, limit),
  });
}

/** A page of sold cards. The search matches titles, and buyers by the fields of a user search. */
export async function readRequests(
  query: RequestsQuery,
  { db, clock, people }: { db: Database; clock: Clock; people: People },
) {
  const now = clock.now();
  const { ids: playerIds, isCut } = await findBuyers(query, now, { db, people });
  const { rows, ...counted } = await listRequests(db, query, { playerIds, now });
  const contacts = await people.getContacts([...new Set(rows.map((row) => row.playerId))]);
  return {
    list: rows.map((row) => viewRequest(row, contacts, now)),
    ...counted,
    isEstimate: counted.isEstimate || isCut,
    ...(await countWaiting(db, now)),
  };
}
