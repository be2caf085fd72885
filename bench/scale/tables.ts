// SPDX-License-Identifier: Apache-2.0

import { type Deed, deeds, getDemand, type Life, type Measured } from './life.ts';

/** The tables of docs/scale.md, from what was measured and what is assumed. */

const names: Record<Deed, string> = {
  call: 'a call that reads (the profile)',
  purchase: 'a purchase of a gift card, with its code',
  payment: 'a card payment, from the first call to the coins',
  attempt: 'a challenge, from the entry to the result',
};

const largePrimary = 32;
const plannedLoad = 0.5;

const whole = (value: number) => Math.round(value).toLocaleString('en-US');
const brief = (value: number) =>
  value >= 100 || value === 0 ? whole(value) : String(Number(value.toPrecision(2)));

function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.max(0, Math.min(units.length - 1, Math.floor(Math.log10(Math.max(value, 1)) / 3)));
  return `${brief(value < 1 ? 0 : value / 1_000 ** power)} ${units[power]}`;
}

function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

export function scaleTables({ at, machine, costs }: Measured, life: Life): string {
  const measured = toTable(
    ['One of', 'transactions', 'database CPU, ms', 'log', 'added to tables'],
    deeds.map((deed) => {
      const { transactions, cpuMs, walBytes, tableBytes } = costs[deed];
      return [names[deed], brief(transactions), brief(cpuMs), bytes(walBytes), bytes(tableBytes)];
    }),
  );
  const { perDay, perPeakSecond } = getDemand(life, costs);
  const lived = toTable(
    ['Deed', 'of each active player a day', 'a day', 'a second at the peak'],
    deeds.map((deed) => [
      names[deed],
      String(life.perActive[deed]),
      whole(perDay[deed]),
      brief(perPeakSecond[deed]),
    ]),
  );
  const sizes = [100_000, 1_000_000, life.players];
  const demands = sizes.map((players) => getDemand({ ...life, players }, costs));
  const row = (name: string, of: (demand: (typeof demands)[number]) => string) => [name, ...demands.map(of)];
  const asked = toTable(
    ['Asked of the database', ...sizes.map((players) => `${whole(players)} players`)],
    [
      row('transactions a second at the peak', ({ peak }) => whole(peak.transactions)),
      row('cores of the database at the peak', ({ peak }) => brief(peak.cores)),
      row('log a second at the peak', ({ peak }) => bytes(peak.walBytes)),
      row('transactions a day', ({ day }) => whole(day.transactions)),
      row('log a day', ({ day }) => bytes(day.walBytes)),
      row('added to tables a day', ({ day }) => bytes(day.tableBytes)),
      row('added to tables a year', ({ day }) => bytes(day.tableBytes * 365)),
      row('open streams at the peak', ({ streams }) => whole(streams)),
      row('requests of statistics a second', ({ statistics }) => brief(statistics.requests)),
      row(`keys of ${life.requestsPerKey} requests a second`, ({ statistics }) => whole(statistics.keys)),
    ],
  );
  const { peak, day } = getDemand(life, costs);
  const carried = (life.players * (largePrimary * plannedLoad)) / peak.cores;
  const carries =
    `By its CPU a primary of ${largePrimary} cores at half its load carries ${whole(carried / 1_000_000)} million such players. ` +
    `What ${whole(life.players / 1_000_000)} million need first is room: ${bytes(day.tableBytes * 30)} a month until months are archived.`;
  return [`Measured on ${at}, ${machine}:`, measured, lived, asked, carries].join('\n\n');
}

const begin = '<!-- made by npm run scale -->';
const end = '<!-- until here -->';

/** The document with these tables inserted. @throws if it has no place for them */
export function withTables(document: string, tables: string): string {
  const [before, rest] = document.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error('the document has no place for the tables');
  return `${before}${begin}\n\n${tables}\n\n${end}${after}`;
}
