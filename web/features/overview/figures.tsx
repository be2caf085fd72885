// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import type { Movements, Overview } from '../../../contract/overview-admin.ts';
import { type Figure, type FigureKind, formatFigure } from '../../lib/change.ts';
import { formatAmount, formatShare, formatSigned, plural } from '../../lib/format.ts';
import { Coins } from '../../ui/coins.tsx';
import { Before } from '../../ui/compared-figure.tsx';
import { Stat, Stats } from '../../ui/stat.tsx';
import { getEarlier } from './series.ts';

interface SpanFigure {
  label: string;
  of: (movements: Movements) => Figure;
  /** True for coins, which show their icon. */
  kind?: FigureKind | 'coins';
  hint?: (movements: Movements) => string;
}

const money: readonly SpanFigure[] = [
  {
    label: 'Dollars taken',
    of: ({ sales }) => sum(sales, ({ paidCents }) => paidCents) / 100,
    kind: 'dollars',
  },
  { label: 'Card payments', of: ({ sales }) => sum(sales, ({ payments }) => payments) },
];

const movement: readonly SpanFigure[] = [
  { label: 'Gift cards sold', of: ({ sales }) => sum(sales, ({ giftCards }) => giftCards) },
  {
    label: 'Coins for gift cards',
    of: ({ sales }) => sum(sales, ({ giftCardCoins }) => giftCardCoins),
    kind: 'coins',
  },
  { label: 'Coins to players', of: ({ flows }) => getCoins(flows, 'source'), kind: 'coins' },
  { label: 'Coins from players', of: ({ flows }) => getCoins(flows, 'sink'), kind: 'coins' },
  {
    label: 'Attempts ended',
    of: ({ attempts }) => sum(attempts, ({ won, failed, cancelled }) => won + failed + cancelled),
  },
  {
    label: 'Win rate',
    of: ({ winRate }) => winRate,
    kind: 'share',
    hint: ({ attempts }) =>
      `Of ${plural(
        sum(attempts, ({ won, failed }) => won + failed),
        'decided attempt',
      )}`,
  },
  {
    label: 'Active players',
    of: ({ activePlayers }) => activePlayers.inSpan,
    hint: () => 'Entered or bought',
  },
  {
    label: 'Replaced codes',
    of: ({ replacedCodes }) => replacedCodes.replaced,
    hint: shownWords,
  },
];

function sum<Row>(rows: readonly Row[], getFigure: (row: Row) => number): number {
  return rows.reduce((total, row) => total + getFigure(row), 0);
}

function getCoins(flows: Movements['flows'], direction: 'source' | 'sink'): number {
  return sum(flows, (flow) => (flow.direction === direction ? flow.amount : 0));
}

const getNet = ({ flows }: Movements) => getCoins(flows, 'source') - getCoins(flows, 'sink');

const statRows = 'lg:grid-cols-4';

/** Figures of the span next to the earlier days, and the current state: the money. */
export function MoneyFigures({ overview }: { overview: Overview }) {
  const { coins } = overview;
  const earlier = getEarlier(overview);
  return (
    <Stats className={statRows}>
      {money.map((figure) => (
        <SpanStat key={figure.label} figure={figure} now={overview} earlier={earlier} />
      ))}
      <Stat
        label="Coins outstanding"
        hint={
          <>
            What all players hold now, {formatSigned(getNet(overview))} in this period
            {earlier && `, ${formatSigned(getNet(earlier))} before`}
          </>
        }
      >
        <Coins amount={coins.outstanding} />
      </Stat>
      <Stat label="Stock value" hint={`${plural(coins.stockCodes, 'code')} in stock now${getCover(coins)}`}>
        <Coins amount={coins.stockValue} />
      </Stat>
    </Stats>
  );
}

/** The other figures of the span: sales, coins, attempts and players. */
export function MovementFigures({ overview }: { overview: Overview }) {
  const earlier = getEarlier(overview);
  return (
    <Stats className={statRows}>
      {movement.map((figure) => (
        <SpanStat key={figure.label} figure={figure} now={overview} earlier={earlier} />
      ))}
    </Stats>
  );
}

function SpanStat({
  figure: { label, of, kind = 'amount', hint },
  now,
  earlier,
}: {
  figure: SpanFigure;
  now: Movements;
  earlier: Movements | undefined;
}) {
  const figure = of(now);
  const written = kind === 'coins' ? 'amount' : kind;
  const hints: ReactNode = (hint || earlier) && (
    <>
      {hint?.(now)}
      {earlier && <Before now={figure} before={of(earlier)} kind={written} />}
    </>
  );
  return (
    <Stat label={label} hint={hints}>
      {kind === 'coins' ? <Coins amount={figure ?? 0} /> : formatFigure(figure, written)}
    </Stat>
  );
}

/** If somebody saw a code before it was reported as bad, they may have used it. */
function shownWords({ replacedCodes: { replaced, shownBefore } }: Movements): string {
  if (replaced === 0) return 'No bad codes';
  return `${formatAmount(shownBefore)} had been shown before, so players may have used them`;
}

function getCover({ outstanding, stockValue }: Overview['coins']): string {
  if (outstanding === 0) return '';
  if (stockValue >= outstanding) return ', enough for all of these coins';
  return `, enough for ${formatShare(stockValue / outstanding)} of the coins outstanding`;
}
