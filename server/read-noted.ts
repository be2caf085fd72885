// SPDX-License-Identifier: Apache-2.0

import type {
  NotedAuthority,
  NotedFactors,
  NotedRights,
  NotedRole,
  NotedSignIn,
} from './features/accounts/feature.ts';
import type { NotedDecline } from './features/approvals/feature.ts';
import type { JournalledPayment } from './features/coins/feature.ts';
import type { NotedWebhook } from './features/outgoing-webhooks/feature.ts';
import type { NotedLimit, NotedPause } from './features/responsible-play/feature.ts';
import type { LostCode, NotedCode, NotedElsewhere, ShownCode, SoldCode } from './features/shop/feature.ts';
import type { Journal, JournalLine } from './platform/journal/journal.ts';

/** A code of which the previous version wrote only the id. */
interface UnprintedCode {
  id: string;
  print?: undefined;
}

/** A code that an order got and that has not been released since. */
export type NotedSale = { orderId: string } & ((SoldCode & { playerId: string }) | UnprintedCode);
export type NotedLook = Omit<ShownCode, 'print'> & { print?: string | undefined; at: Date };

/** The contents of a journal, without repetitions. */
export interface Noted {
  sold: NotedSale[];
  shown: NotedLook[];
  payments: Map<string, JournalledPayment>;
  /** When each of these players was deleted. */
  erased: Map<string, Date>;
  /** When each player's erasure was begun; includes those of `erased`. */
  erasing: Map<string, Date>;
  /** When each player took a deletion back. */
  kept: Map<string, Date>;
  /** The latest of each player, and of each role. */
  authority: Map<string, NotedAuthority>;
  roles: Map<string, NotedRole>;
  factors: Map<string, NotedFactors>;
  /** The latest removal of each way to sign in. */
  signInsRemoved: Map<string, NotedSignIn>;
  /** The pause of each player that ends last. */
  pauses: Map<string, NotedPause>;
  /** The latest of each limit of each player. */
  limits: Map<string, NotedLimit>;
  /** The latest of each webhook, and of each purchase. */
  webhooks: Map<string, NotedWebhook>;
  sentElsewhere: Map<string, NotedElsewhere>;
  /** Each change that waited and was declined. */
  declined: Map<string, NotedDecline>;
  /** When the newest line was written. */
  until?: Date;
}

/** Collects lines, which may come in any order. */
export function siftLines() {
  const sold = new Map<string, NotedSale>();
  const shown = new Map<string, NotedLook>();
  const released = new Set<string>();
  const noted = {
    payments: new Map<string, JournalledPayment>(),
    erased: new Map<string, Date>(),
    erasing: new Map<string, Date>(),
    kept: new Map<string, Date>(),
    authority: new Map<string, NotedAuthority>(),
    roles: new Map<string, NotedRole>(),
    factors: new Map<string, NotedFactors>(),
    signInsRemoved: new Map<string, NotedSignIn>(),
    pauses: new Map<string, NotedPause>(),
    limits: new Map<string, NotedLimit>(),
    webhooks: new Map<string, NotedWebhook>(),
    sentElsewhere: new Map<string, NotedElsewhere>(),
    declined: new Map<string, NotedDecline>(),
  };
  let until: Date | undefined;
  const keepLater = (dates: Map<string, Date>, id: string, at: Date) => {
    const known = dates.get(id);
    if (!known || at > known) dates.set(id, at);
  };
  // Lines of one player may be written in any order: what counts is when the change was made.
  const keepLatest = <Said extends { changedAt: string }>(all: Map<string, Said>, id: string, said: Said) => {
    const known = all.get(id);
    if (!known || said.changedAt > known.changedAt) all.set(id, said);
  };
  return {
    add(line: JournalLine): void {
      const at = new Date(line.at);
      if (!until || at > until) until = at;
      if (line.kind === 'sold') {
        const { orderId } = line;
        const toKey = (id: string) => `${orderId} ${id}`;
        if (line.codes) {
          const { codes, playerId } = line;
          for (const code of codes) sold.set(toKey(code.id), { ...code, orderId, playerId });
        } else for (const id of line.codeIds) sold.set(toKey(id), sold.get(toKey(id)) ?? { id, orderId });
      } else if (line.kind === 'released') {
        for (const id of line.codeIds) released.add(`${line.orderId} ${id}`);
      } else if (line.kind === 'shown') {
        const look = `${line.codeId} ${line.bought?.purchaseId ?? ''}`;
        const known = shown.get(look);
        const print = line.print ?? known?.print;
        shown.set(look, { ...line, print, at: known && known.at > at ? known.at : at });
      } else if (line.kind === 'payment') noted.payments.set(line.payment.id, line.payment);
      else if (line.kind === 'erased') noted.erased.set(line.playerId, new Date(line.deletedAt));
      else if (line.kind === 'kept') keepLater(noted.kept, line.playerId, new Date(line.keptAt));
      else if (line.kind === 'erasing') keepLater(noted.erasing, line.playerId, at);
      else if (line.kind === 'authority') keepLatest(noted.authority, line.playerId, line);
      else if (line.kind === 'role') keepLatest(noted.roles, line.roleId, line);
      else if (line.kind === 'factors') keepLatest(noted.factors, line.playerId, line);
      else if (line.kind === 'sign-in-removed') {
        keepLatest(noted.signInsRemoved, `${line.playerId} ${line.provider}`, line);
      } else if (line.kind === 'webhook') keepLatest(noted.webhooks, line.endpointId, line);
      else if (line.kind === 'sent-elsewhere') keepLatest(noted.sentElsewhere, line.purchaseId, line);
      else if (line.kind === 'limit')
        keepLatest(noted.limits, `${line.playerId} ${line.spends} ${line.period}`, line);
      else if (line.kind === 'declined') noted.declined.set(line.approvalId, line);
      else if (line.kind === 'paused') {
        const known = noted.pauses.get(line.playerId);
        if (!known || Date.parse(line.until) > Date.parse(known.until)) noted.pauses.set(line.playerId, line);
      }
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

/** What players and roles may do as of the latest line of each. */
export const rightsIn = ({ authority, roles, factors, signInsRemoved }: Noted): NotedRights => ({
  players: [...authority.values()],
  roles: [...roles.values()],
  factors: [...factors.values()],
  signInsRemoved: [...signInsRemoved.values()],
});

/** Orders that buyers were told of, or saw a code of. */
export const orderIdsIn = ({ sold, shown }: Pick<Noted, 'sold' | 'shown'>): string[] => [
  ...new Set([...sold, ...shown.flatMap(({ bought }) => bought ?? [])].map(({ orderId }) => orderId)),
];

/** Orders from the previous version, which wrote neither their player nor more of their codes than ids. */
export const namelessOrders = ({ sold }: Pick<Noted, 'sold'>): string[] => [
  ...new Set(sold.filter(({ print }) => print === undefined).map(({ orderId }) => orderId)),
];

/** Codes that were shown, in the form in which the stock is compared with them. */
export const toShown = (shown: readonly NotedLook[]): (NotedCode & { at: Date })[] =>
  shown.map(({ codeId, print, at }) => ({ id: codeId, print, at }));

/**
 * Every code that a lost order has or had, and who saw it; also codes without a lost order that the database lacks.
 * @param isWhole false: a look may be missing from the journal, so no code is known to be unseen
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
  for (const sale of sold) {
    // Without a fingerprint only the id is known, which says neither who has the code nor what they owe.
    if (sale.print === undefined || !lackingOrders.has(sale.orderId)) continue;
    const { id, print, ...order } = sale;
    const seenBy = looks.get(id) ?? [];
    const isBuyer = seenBy.some(({ bought }) => bought?.orderId === order.orderId);
    const seen = isBuyer ? 'buyer' : seenBy.length > 0 || !isWhole ? 'somebody' : 'nobody';
    lost.set(id, { id, print, seen, order });
  }
  const [byBuyers, byOthers] = [shown.filter(({ bought }) => bought), shown.filter(({ bought }) => !bought)];
  for (const { codeId: id, print, bought: order } of [...byBuyers, ...byOthers]) {
    if (print === undefined || lost.has(id)) continue;
    // Delivered later, or in place of a bad code.
    if (order && lackingOrders.has(order.orderId)) lost.set(id, { id, print, seen: 'buyer', order });
    else if (lackingCodes.has(id) && order) {
      lost.set(id, { id, print, seen: 'buyer', purchaseId: order.purchaseId });
    } else if (lackingCodes.has(id)) lost.set(id, { id, print, seen: 'somebody' });
  }
  return [...lost.values()];
}
