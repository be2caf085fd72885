import type { Performance } from '../../../../contract/performance.ts';
import { formatAmount, formatSigned, plural } from '../../../lib/format.ts';
import { Coins } from '../../../ui/coins.tsx';
import { PlotCard } from '../../../ui/plot-card.tsx';
import { looks } from '../../../ui/plot-looks.tsx';
import { displayType } from '../challenge-type.ts';

type Kind = Performance['kinds'][number];
const shownKinds = 8;

/** Coins in and coins out of each kind of challenge, over all attempts that ended. */
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
      rowKey={({ challengeType }) => challengeType}
      columns={[
        { header: 'Challenge', cell: ({ challengeType }) => displayType(challengeType), isTitle: true },
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
      plot={<Bars kinds={kinds.slice(0, shownKinds)} />}
    />
  );
}

/** A list that is also a picture: each kind with its figures in words and two bars on one scale. */
function Bars({ kinds }: { kinds: readonly Kind[] }) {
  const top = Math.max(1, ...kinds.map(({ coinsIn, coinsOut }) => Math.max(coinsIn, coinsOut)));
  return (
    <ul className="grid gap-x-8 gap-y-5 md:grid-cols-2">
      {kinds.map(({ challengeType, coinsIn, coinsOut, won, finished }) => (
        <li key={challengeType} className="grid gap-2">
          <p className="flex items-baseline justify-between gap-3">
            <span className="font-semibold">{displayType(challengeType)}</span>
            <Coins amount={coinsOut - coinsIn} signed size={15} className="text-sm" />
          </p>
          <svg width="100%" height="22" aria-hidden="true">
            <rect width={`${(coinsIn / top) * 100}%`} height="9" fill={looks.muted} />
            <rect width={`${(coinsOut / top) * 100}%`} height="9" y="12" fill={looks.gold} />
          </svg>
          <p className="text-muted text-xs">
            {formatAmount(coinsIn)} in, {formatAmount(coinsOut)} out; won {won} of{' '}
            {plural(finished, 'finished challenge')}
          </p>
        </li>
      ))}
    </ul>
  );
}
