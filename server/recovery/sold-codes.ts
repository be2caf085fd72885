// SPDX-License-Identifier: Apache-2.0

import type { LostCode } from '../features/shop/feature.ts';
import type { SoldCode } from '../platform/journal/entries.ts';
import type { LineOf, Noted } from './kinds.ts';

/** A code that an order got and that has not been released since. */
export type NotedSale = SoldCode & { orderId: string; playerId: string };

export function listSold({ sold, released }: Pick<Noted, 'sold' | 'released'>): NotedSale[] {
  const isReleased = new Set(
    released.flatMap(({ orderId, codeIds }) => codeIds.map((id) => `${orderId} ${id}`)),
  );
  const sales = sold.flatMap(({ orderId, playerId, codes }) =>
    codes.map((code) => [`${orderId} ${code.id}`, { ...code, orderId, playerId }] as const),
  );
  return [...new Map(sales)].flatMap(([key, sale]) => (isReleased.has(key) ? [] : sale));
}

/** Shown codes, in the form for comparing them with the stock. */
export const listShown = ({ shown }: Pick<Noted, 'shown'>) =>
  shown.map(({ codeId, print, at }) => ({ id: codeId, print, at: new Date(at) }));

/** Orders whose buyers were notified, or saw a code. */
export const listOrderIds = ({ shown, ...noted }: Pick<Noted, 'sold' | 'released' | 'shown'>): string[] => [
  ...new Set(
    [...listSold(noted), ...shown.flatMap(({ bought }) => bought ?? [])].map(({ orderId }) => orderId),
  ),
];

/**
 * Every code that a lost order ever had, and who saw it; also codes without a lost order that the database lacks.
 * @param isWhole false: the journal may lack a look, so no code is known to be unseen
 */
export function findLost(
  { sold, shown }: { sold: readonly NotedSale[]; shown: readonly LineOf<'shown'>[] },
  {
    lackingOrders,
    lackingCodes,
    isWhole,
  }: { lackingOrders: ReadonlySet<string>; lackingCodes: ReadonlySet<string>; isWhole: boolean },
): LostCode[] {
  const looks = Map.groupBy(shown, ({ codeId }) => codeId);
  const lost = new Map<string, LostCode>();
  for (const { id, print, ...order } of sold) {
    if (!lackingOrders.has(order.orderId)) continue;
    const seenBy = looks.get(id) ?? [];
    const isBuyer = seenBy.some(({ bought }) => bought?.orderId === order.orderId);
    const seen = isBuyer ? 'buyer' : seenBy.length > 0 || !isWhole ? 'somebody' : 'nobody';
    lost.set(id, { id, print, seen, order });
  }
  const [byBuyers, byOthers] = [shown.filter(({ bought }) => bought), shown.filter(({ bought }) => !bought)];
  for (const { codeId: id, print, bought: order } of [...byBuyers, ...byOthers]) {
    if (lost.has(id)) continue;
    // Delivered later, or as a replacement for a bad code.
    if (order && lackingOrders.has(order.orderId)) lost.set(id, { id, print, seen: 'buyer', order });
    else if (lackingCodes.has(id) && order) {
      lost.set(id, { id, print, seen: 'buyer', purchaseId: order.purchaseId });
    } else if (lackingCodes.has(id)) lost.set(id, { id, print, seen: 'somebody' });
  }
  return [...lost.values()];
}
