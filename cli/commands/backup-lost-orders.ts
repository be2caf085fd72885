// SPDX-License-Identifier: Apache-2.0

import type { Command } from 'commander';
import { plural } from '../../contract/amounts.ts';
import type { LostOrder, MissingCode, Settled } from '../../server/features/shop/feature.ts';
import { addCommand, addYesOption, answering, type Outcome } from '../answer.ts';
import { requireConfirmation } from '../confirm.ts';

interface Options {
  settle?: boolean;
  forgive?: string;
  by?: string;
  yes?: boolean;
}

function toLine({ orderId, playerId, owedGC, seenCodes, unseenCodes, ...rest }: LostOrder, coins: number) {
  const parts = [
    ...(seenCodes > 0 ? [`the buyer saw ${plural(seenCodes, 'code')} for ${owedGC} GC`] : []),
    ...(unseenCodes > 0 ? [`${plural(unseenCodes, 'unseen code')} to sell again`] : []),
    ...(rest.doubtfulCodes > 0 ? [`${plural(rest.doubtfulCodes, 'doubtful code')} out of stock`] : []),
  ];
  const todo = !rest.hasAccount
    ? 'the account and its coins are deleted'
    : coins < owedGC
      ? `the buyer has only ${coins} GC: ask them for more, repeat --settle later, or use --forgive`
      : '';
  return `${orderId}  player ${playerId}: ${parts.join('; ')}${todo && ` (${todo})`}`;
}

const settledLine = ({ orderId, debitedGC, released }: Settled) =>
  `settled ${orderId}: ${debitedGC} GC debited, ${plural(released, 'code')} back in stock`;

export const missingLine = ({ orderId, purchaseId, playerId }: MissingCode) =>
  `${orderId}  player ${playerId}: the buyer saw the code of purchase ${purchaseId}, which is missing here: ask them for it and enter it again, or use --forgive to give another code or the coins back`;

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
      await requireConfirmation(
        forgive
          ? `The buyer of ${forgive} keeps the codes and the coins.`
          : `This debits the buyers of ${plural(open.length, 'order')} for the codes they saw.`,
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
            // `not_found`: another run has settled it since.
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
        orders.length === 0
          ? 'No open lost orders'
          : `${plural(orders.length, 'open lost order')} (--settle)`,
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
  addYesOption(
    addCommand(
      backup,
      'lost-orders',
      'List orders that a restore lost, and what each buyer owes for the codes they kept.',
    ),
  )
    .option(
      '--settle',
      'debit buyers for the codes they saw, if they have the coins; put unseen codes back on sale',
    )
    .option(
      '--forgive <order>',
      'let the buyer of this order keep codes and coins; put unseen codes back on sale',
    )
    .option('--by <administrator>', 'the administrator (address, handle or id), for the audit log')
    .action(answering(lostOrders));
}
