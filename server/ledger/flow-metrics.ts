// SPDX-License-Identifier: Apache-2.0

import { Counter, Gauge, type Registry } from 'prom-client';
import type { Database } from '../platform/db/database.ts';
import { readInTime } from '../platform/figures.ts';
import { endOfTime, sumFlows, sumHeld } from './flows.ts';
import { transferTypes } from './transfer.ts';

/**
 * Coins moved so far between players and the house. The same in every process, so aggregate them with `max`. While the
 * database is unavailable, the last figures stay. A reason without movements is 0: Prometheus sees no increase in a
 * series that starts with its first movement. No series exists before the first read, or all past movements would look
 * like an increase.
 */
export function registerFlowMetrics(registry: Registry, db: Database): void {
  const read = readInTime(() => sumFlows(db.reports, endOfTime));
  const registers = [registry];
  const count = (name: string, help: string, field: 'amount' | 'transfers') =>
    new Counter({
      name,
      help,
      labelNames: ['direction', 'type'],
      registers,
      async collect() {
        const flows = await read();
        if (!flows) return;
        this.reset();
        for (const type of transferTypes)
          for (const direction of ['made', 'spent']) this.inc({ direction, type }, 0);
        for (const { direction, type, [field]: value } of flows)
          this.inc({ direction: direction === 'source' ? 'made' : 'spent', type }, value);
      },
    });
  count('ledger_transfers_total', 'Coin transfers between players and the house, by reason', 'transfers');
  count('ledger_coins_total', 'Coins that players received (made) or spent, by reason', 'amount');
  new Gauge({
    name: 'ledger_coins_outstanding',
    help: 'Coins that players hold',
    registers,
    async collect() {
      const flows = await read();
      if (flows) this.set(sumHeld(flows));
    },
  });
}
