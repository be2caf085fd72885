// SPDX-License-Identifier: Apache-2.0

import type { Command } from 'commander';
import type { LostOrder, MissingCode, Settled } from '../../server/features/shop/feature.ts';
import { addCommand, answering, type Outcome, withYes } from '../answer.ts';
import { demandYes } from '../confirm.ts';

interface Options {
  settle?: boolean;
  forgive?: string;
  by?: string;
  yes?: boolean;
}

function toLine({ orderId, playerId, owedGC, seenCodes, unseenCodes, ...rest }: LostOrder, coins: number) {
  const parts = [
    ...(seenCodes > 0 ? [`${seenCodes} codes seen by the buyer: ${owedGC} GC`] : []),
    ...(unseenCodes > 0 ? [`${unseenCodes} seen by nobody, to be sold again`] : []),
    ...(rest.doubtfulCodes > 0 ? [`${rest.doubtfulCodes} of which nobody knows, left out of stock`] : []),
  ];
  const todo = !rest.hasAccount
    ? 'the account is gone, and its coins with it'
    : coins < owedGC
      ? `cannot be debited: the buyer has ${coins} GC. Ask them, repeat --settle later, or --forgive it`
      : '';
  return `${orderId}  player ${playerId}: ${parts.join('; ')}${todo && ` (${todo})`}`;
}

const settledLine = ({ orderId, debitedGC, released }: Settled) =>
  `settled ${orderId}: ${debitedGC} GC debited, ${released} codes in stock again`;

export const missingLine = ({ orderId, purchaseId, playerId }: MissingCode) =>
  `${orderId}  player ${playerId}: has seen a code of purchase ${purchaseId} that is not here: type the same in again (ask them), or --forgive the order, and they get another one or their coins`;

async function lostOrders(options: Options): Promise<Outcome> {
  const { listLostOrders, listMissingCodes, settleLostOrder } = await import(
    '../../server/features/shop/feature.ts'
  );
  const { getCoins } = await import('../../server/ledger/feature.ts');
  const { systemClock } = await import('../../server/platform/clock.ts');
  const { openJournal } = await import('../../server/platform/journal/journal.ts');
  const { isRefusal } = await import('../../server/platform/refusal.ts');
  const { findOfficer } = await import('../find-officer.ts');
  const { unlessRefused } = await import('../refused.ts');
  const { withInstallation } = await import('../with-database.ts');
  const { settle = false, forgive } = options;
  return withInstallation(async ({ config, db }) => {
    const settled: Settled[] = [];
    const refusedOrders: { orderId: string; refused: string }[] = [];
    if (settle || forgive) {
      const actorId = await findOfficer(db, options.by, ['gift-cards:write', 'users:adjust-coins']);
      const open = await listLostOrders(db);
      await demandYes(
        forgive
          ? `The buyer of ${forgive} keeps codes and coins.`
          : `The buyers of ${open.length} orders pay for the codes that they have seen.`,
        options,
      );
      const journal = await openJournal(config.journalPlace);
      try {
        const deps = { db, clock: systemClock, journal };
        if (forgive) {
          const order = { orderId: forgive, actorId, isForgiven: true };
          settled.push(unlessRefused(await settleLostOrder(order, deps)));
        } else {
          for (const { orderId } of open) {
            const done = await settleLostOrder({ orderId, actorId, isForgiven: false }, deps);
            if (!isRefusal(done)) settled.push(done);
            // `not_found`: another run has settled it in the meantime.
            else if (done.refused !== 'not_found') refusedOrders.push({ orderId, refused: done.refused });
          }
        }
      } finally {
        await journal.close();
      }
    }
    const orders = await listLostOrders(db);
    const missing = await listMissingCodes(db);
    const coins = await getCoins(
      db,
      orders.map(({ playerId }) => playerId),
    );
    return {
      lines: [
        ...settled.map(settledLine),
        ...refusedOrders.map(({ orderId, refused }) => `not settled ${orderId}: ${refused}`),
        ...orders.map((order) => toLine(order, coins.get(order.playerId) ?? 0)),
        ...missing.map(missingLine),
        orders.length === 0 ? 'No lost order is open' : `${orders.length} lost orders are open (--settle)`,
      ],
      result: {
        settled,
        refused: refusedOrders,
        orders: orders.map((order) => ({ ...order, balanceGC: coins.get(order.playerId) ?? 0 })),
        missing,
      },
      isWrong: orders.length + missing.length > 0,
    };
  });
}

export function addLostOrders(backup: Command): void {
  withYes(
    addCommand(
      backup,
      'lost-orders',
      'Name orders that a restored database does not have, and what their buyers owe who have codes and coins.',
    ),
  )
    .option('--settle', 'debit what buyers have seen where they have the coins; sell again what nobody saw')
    .option('--forgive <order>', 'let the buyer of this one keep the coins too; sell again what nobody saw')
    .option('--by <administrator>', 'in whose name, for the audit log')
    .action(answering(lostOrders));
}
