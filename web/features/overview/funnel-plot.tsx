// SPDX-License-Identifier: Apache-2.0

import type { Growth } from '../../../contract/growth-admin.ts';
import { formatAmount, formatShare, plural } from '../../lib/format.ts';
import { CsvButton } from '../../ui/csv-button.tsx';
import { PlotCard } from '../../ui/plot-card.tsx';
import { looks } from '../../ui/plot-looks.tsx';

const title = 'From invitation to first win';
const steps = [
  ['invited', 'Signed up by invitation'],
  ['entered', 'Entered a challenge'],
  ['finished', 'Finished one'],
  ['counted', 'Counted as referral'],
  ['won', 'Won one'],
] as const;

/** The current progress of players who signed up through an invitation in the span. */
export function FunnelPlot({ funnel }: { funnel: Growth['funnel'] }) {
  const { invited } = funnel;
  const rows = steps.map(([name, label]) => ({
    label,
    players: funnel[name],
    share: invited === 0 ? 0 : funnel[name] / invited,
  }));
  return (
    <PlotCard
      title={title}
      lead={`${plural(invited, 'player')} invited in this period, ${formatAmount(funnel.won)} of them won by now`}
      legend={[]}
      rows={rows}
      rowKey={({ label }) => label}
      columns={[
        { header: 'Step', cell: ({ label }) => label, isTitle: true },
        { header: 'Players', cell: ({ players }) => formatAmount(players), isFigure: true },
        { header: 'Of those invited', cell: ({ share }) => formatShare(share), isFigure: true },
      ]}
      empty={invited === 0 ? 'Nobody signed up by invitation in this period.' : undefined}
      actions={
        <CsvButton
          what={title}
          fields={['Step', 'Players']}
          rows={rows.map(({ label, players }) => [label, players])}
        />
      }
      plot={
        <ol className="grid gap-3.5">
          {rows.map(({ label, players, share }) => (
            <li key={label} className="grid gap-1.5">
              <p className="flex justify-between gap-4 text-sm">
                <span>{label}</span>
                <span className="num text-soft">
                  {formatAmount(players)} ({formatShare(share)})
                </span>
              </p>
              <svg width="100%" height="14" aria-hidden="true">
                <rect width="100%" height="14" className="fill-ink-2" />
                <rect width={`${share * 100}%`} height="14" fill={looks.storm} />
              </svg>
            </li>
          ))}
        </ol>
      }
    />
  );
}
