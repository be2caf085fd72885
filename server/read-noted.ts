import type { LostCode, NamedCode } from './features/shop/feature.ts';
import type {
  Journal,
  JournalLine,
  JournalledPayment,
  ShownEntry,
  SoldCode,
} from './platform/journal/journal.ts';

/** A code that an order got, and nobody has taken away from it again. */
export type NotedSale = SoldCode & { orderId: string; playerId: string };
export type NotedLook = ShownEntry & { at: Date };

/** What a journal says, each thing once. */
export interface Noted {
  sold: NotedSale[];
  shown: NotedLook[];
  payments: Map<string, JournalledPayment>;
  /** When each of these players was deleted. */
  erased: Map<string, Date>;
  /** Of whom an erasure was begun, and when; those of `erased` are among them. */
  erasing: Map<string, Date>;
  /** When they took a deletion back. */
  kept: Map<string, Date>;
  /** When the newest line was written. */
  until?: Date;
}

/** Sifts lines, which may come in any order. */
export function siftLines() {
  const sold = new Map<string, NotedSale>();
  const shown = new Map<string, NotedLook>();
  const released = new Set<string>();
  const noted = {
    payments: new Map<string, JournalledPayment>(),
    erased: new Map<string, Date>(),
    erasing: new Map<string, Date>(),
    kept: new Map<string, Date>(),
  };
  let until: Date | undefined;
  const keepLater = (dates: Map<string, Date>, id: string, at: Date) => {
    const known = dates.get(id);
    if (!known || at > known) dates.set(id, at);
  };
  return {
    add(line: JournalLine): void {
      const at = new Date(line.at);
      if (!until || at > until) until = at;
      if (line.kind === 'sold') {
        const { orderId, playerId } = line;
        for (const code of line.codes) sold.set(`${orderId} ${code.id}`, { ...code, orderId, playerId });
      } else if (line.kind === 'released') {
        for (const id of line.codeIds) released.add(`${line.orderId} ${id}`);
      } else if (line.kind === 'shown') {
        const look = `${line.codeId} ${line.bought?.purchaseId ?? ''}`;
        const known = shown.get(look);
        if (!known || at > known.at) shown.set(look, { ...line, at });
      } else if (line.kind === 'payment') noted.payments.set(line.payment.id, line.payment);
      else if (line.kind === 'erased') noted.erased.set(line.playerId, new Date(line.deletedAt));
      else if (line.kind === 'kept') keepLater(noted.kept, line.playerId, new Date(line.keptAt));
      else keepLater(noted.erasing, line.playerId, at);
    },
    end(): Noted {
      const stillSold = [...sold].filter(([key]) => !released.has(key)).map(([, sale]) => sale);
      return { ...noted, sold: stillSold, shown: [...shown.values()], ...(until && { until }) };
    },
  };
}

export async function readNoted(
  journal: Journal,
  onRead?: (read: number, of: number) => void,
): Promise<Noted> {
  const sieve = siftLines();
  for await (const line of journal.read(onRead)) sieve.add(line);
  return sieve.end();
}

/** Orders that buyers were told of, or saw a code of. */
export const orderIdsIn = ({ sold, shown }: Pick<Noted, 'sold' | 'shown'>): string[] => [
  ...new Set([...sold, ...shown.flatMap(({ bought }) => bought ?? [])].map(({ orderId }) => orderId)),
];

/** Codes that were shown, as the stock is compared with them. */
export const toShown = (shown: readonly NotedLook[]): (NamedCode & { at: Date })[] =>
  shown.map(({ codeId, print, at }) => ({ id: codeId, print, at }));

/**
 * Every code that a lost order has or had, and who saw it; and those that are in none and not in the database either.
 * @param isWhole false: a look may be missing, so none is known to have been seen by nobody
 */
export function findLost(
  { sold, shown }: Pick<Noted, 'sold' | 'shown'>,
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
  for (const { codeId: id, print, bought: order } of shown) {
    if (lost.has(id)) continue;
    // It came by hand, or in place of a bad one.
    if (order && lackingOrders.has(order.orderId)) lost.set(id, { id, print, seen: 'buyer', order });
    else if (lackingCodes.has(id)) lost.set(id, { id, print, seen: order ? 'buyer' : 'somebody' });
  }
  return [...lost.values()];
}
