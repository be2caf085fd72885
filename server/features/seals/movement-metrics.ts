// SPDX-License-Identifier: Apache-2.0

import { Counter, Gauge, type Registry } from 'prom-client';
import { currencies } from '../../../contract/wallet.ts';
import { transferTypes } from '../../ledger/transfer.ts';
import type { Database } from '../../platform/db/database.ts';
import { readInTime } from '../../platform/figures.ts';
import { readTotals } from './movement-store.ts';

/**
 * Totals of everything moved so far, at most a minute old. They are the same in every process, so aggregate them with `max`.
 * While the database is away, the last figures stay. A reason that has moved nothing is told as 0: Prometheus sees no
 * increase in a series that begins with its first movement. Nothing is told before the first read, or all that was ever
 * moved would look like an increase.
 */
export function tellMovements(registry: Registry, db: Database): void {
  const read = readInTime(() => readTotals(db));
  const registers = [registry];
  new Counter({
    name: 'ledger_transfers_total',
    help: 'Movements of the ledger, by currency and reason',
    labelNames: ['currency', 'type'],
    registers,
    async collect() {
      const totals = await read();
      if (!totals) return;
      this.reset();
      for (const type of transferTypes) for (const currency of currencies) this.inc({ currency, type }, 0);
      for (const { currency, type, transfers } of totals) this.inc({ currency, type }, transfers);
    },
  });
  new Counter({
    name: 'ledger_coins_total',
    help: 'Coins that came to players (made) or went from them (spent), by reason',
    labelNames: ['direction', 'type'],
    registers,
    async collect() {
      const totals = await read();
      if (!totals) return;
      this.reset();
      for (const type of transferTypes)
        for (const direction of ['made', 'spent']) this.inc({ direction, type }, 0);
      for (const { currency, direction, type, amount } of totals) {
        if (currency === 'GC' && direction !== 'moved') this.inc({ direction, type }, amount);
      }
    },
  });
  new Gauge({
    name: 'ledger_coins_outstanding',
    help: 'Coins that players hold',
    registers,
    async collect() {
      const totals = await read();
      if (!totals) return;
      const signs = { made: 1, spent: -1, moved: 0 };
      const coins = totals.filter(({ currency }) => currency === 'GC');
      this.set(coins.reduce((sum, { amount, direction }) => sum + signs[direction] * amount, 0));
    },
  });
}
