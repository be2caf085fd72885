// SPDX-License-Identifier: Apache-2.0

import type { Performance } from '../../../../contract/performance.ts';
import { formatAmount, formatSigned, plural } from '../../../lib/format.ts';
import { Coins } from '../../../ui/coins.tsx';
import { PairBars, type PairOfBars } from '../../../ui/pair-bars.tsx';
import { PlotCard } from '../../../ui/plot-card.tsx';
import { kindName } from './kind-name.ts';

type Kind = Performance['kinds'][number];
const shownKinds = 8;

/** Coins in and out for each kind of challenge, over all attempts that ended. */
export function ReturnPlot({ kinds, totals }: { kinds: readonly Kind[]; totals: Performance['totals'] }) {
  const net = totals.coinsOut - totals.coinsIn;
  return (
    <PlotCard
      title="Return by kind of challenge"
      lead={`${formatAmount(totals.coinsIn)} GC in, ${formatAmount(totals.coinsOut)} GC out: ${formatSigned(net)} GC over ${plural(totals.entries, 'entry', 'entries')}`}
      legend={[
        { label: 'Coins in: entry fees', look: 'muted' },
        { label: 'Coins out: rewards and refunds', look: 'gold' },
      ]}
      rows={kinds}
      rowKey={kindName}
      columns={[
        { header: 'Challenge', cell: kindName, isTitle: true },
        { header: 'Entries', cell: ({ entries }) => formatAmount(entries), isFigure: true },
        { header: 'Won', cell: ({ won }) => formatAmount(won), isFigure: true },
        { header: 'Coins in', cell: ({ coinsIn }) => formatAmount(coinsIn), isFigure: true },
        { header: 'Coins out', cell: ({ coinsOut }) => formatAmount(coinsOut), isFigure: true },
        {
          header: 'Return',
          cell: ({ coinsIn, coinsOut }) => formatSigned(coinsOut - coinsIn),
          isFigure: true,
        },
      ]}
      empty={undefined}
      plot={<PairBars pairs={kinds.slice(0, shownKinds).map(toPair)} />}
    />
  );
}

function toPair(kind: Kind): PairOfBars {
  const { coinsIn, coinsOut, won, finished } = kind;
  return {
    key: kindName(kind),
    label: kindName(kind),
    muted: coinsIn,
    gold: coinsOut,
    net: <Coins amount={coinsOut - coinsIn} signed size={15} />,
    text: `${formatAmount(coinsIn)} in, ${formatAmount(coinsOut)} out; won ${won} of ${plural(finished, 'finished challenge')}`,
  };
}
