// SPDX-License-Identifier: Apache-2.0

import type { Growth } from '../../../contract/growth-admin.ts';
import { formatAmount, formatPrice, plural } from '../../lib/format.ts';
import { CsvButton } from '../../ui/csv-button.tsx';
import { PairBars } from '../../ui/pair-bars.tsx';
import { PlotCard } from '../../ui/plot-card.tsx';
import { type CardMargin, toCardMargins } from './card-margin.ts';

const shownRows = 8;
const unknown = '–';

/** Cents as dollars; a dash if unknown. */
function money(cents: number | undefined): string {
  return cents === undefined ? unknown : formatPrice(cents / 100);
}

function costText({ costCents, codes, costed }: CardMargin): string {
  if (codes === 0 || costed === 0) return unknown;
  return costed < codes ? `${money(costCents)} (${costed} of ${codes})` : money(costCents);
}

/** Each gift card's earnings, in coins and at the value of bought coins, next to the cost of its codes. */
export function CardMargins({ cards, bought }: Pick<Growth, 'cards' | 'bought'>) {
  const title = 'Margin by gift card';
  const { rows, totalCents, soldWithMargin, isPartial, centsPerThousand } = toCardMargins(cards, bought);
  const sold = cards.reduce((sum, card) => sum + card.sold - card.refunded, 0);
  const worth =
    centsPerThousand === undefined
      ? 'no coin purchases in this period, so coins have no dollar value'
      : `1,000 bought coins brought ${money(centsPerThousand)}`;
  const lead =
    totalCents === undefined
      ? `${plural(sold, 'card')} sold`
      : `${money(totalCents)} margin over ${plural(soldWithMargin, 'card')}`;
  return (
    <PlotCard
      title={title}
      lead={`${lead}${isPartial && totalCents !== undefined ? ` of ${formatAmount(sold)}, where costs are on record` : ''}; ${worth}`}
      legend={[
        { label: 'Cost of codes', look: 'muted' },
        { label: 'Worth of the coins', look: 'gold' },
      ]}
      rows={rows}
      rowKey={({ _id }) => _id}
      columns={[
        { header: 'Gift card', cell: ({ title: name }) => name, isTitle: true },
        { header: 'Margin', cell: ({ marginCents }) => money(marginCents), isFigure: true },
        { header: 'Worth', cell: ({ worthCents }) => money(worthCents), isFigure: true },
        { header: 'Cost', cell: costText, isFigure: true },
        { header: 'Coins', cell: ({ coins }) => formatAmount(coins), isFigure: true },
        { header: 'Sold', cell: (row) => formatAmount(row.sold), isFigure: true },
        { header: 'Refunded', cell: ({ refunded }) => formatAmount(refunded), isFigure: true },
      ]}
      empty={rows.length === 0 ? 'Nothing in this period.' : undefined}
      actions={
        <CsvButton
          what={title}
          fields={['Gift card', 'Sold', 'Refunded', 'Coins', 'Worth', 'Codes', 'With cost', 'Cost', 'Margin']}
          rows={rows.map((row) => [
            row.title,
            row.sold,
            row.refunded,
            row.coins,
            dollars(row.worthCents),
            row.codes,
            row.costed,
            dollars(row.costCents),
            dollars(row.marginCents),
          ])}
        />
      }
      plot={
        <PairBars
          pairs={rows.slice(0, shownRows).map((row) => ({
            key: row._id,
            label: row.title,
            muted: row.costCents,
            gold: row.worthCents ?? 0,
            net: money(row.marginCents),
            text: `${formatAmount(row.coins)} GC, worth ${money(row.worthCents)}; cost ${costText(row)}`,
          }))}
        />
      }
    />
  );
}

function dollars(cents: number | undefined): number | string {
  return cents === undefined ? '' : cents / 100;
}
