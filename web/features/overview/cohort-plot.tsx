// SPDX-License-Identifier: Apache-2.0

import { cohortWeeks, type Growth } from '../../../contract/growth-admin.ts';
import { formatAmount, formatDay, formatShare, plural } from '../../lib/format.ts';
import { formatShortDay } from '../../lib/format-short-day.ts';
import { CsvButton } from '../../ui/csv-button.tsx';
import { PlotCard } from '../../ui/plot-card.tsx';
import type { Column } from '../../ui/table.tsx';

type Cohort = Growth['cohorts'][number];
const title = 'Who comes back';
const weeks = Array.from({ length: cohortWeeks }, (_, nth) => nth);

const columns: Column<Cohort>[] = [
  { header: 'Signed up in the week of', cell: ({ week }) => formatDay(week), isTitle: true },
  { header: 'Players', cell: ({ players }) => formatAmount(players), isFigure: true },
  ...weeks.map(
    (nth): Column<Cohort> => ({
      header: nth === 0 ? 'That week' : `+${nth}`,
      cell: ({ players, active }) => shareText(active[nth], players),
      isFigure: true,
    }),
  ),
];

function shareText(active: number | undefined, players: number): string {
  return active === undefined ? '' : formatShare(active / Math.max(1, players));
}

/**
 * For each week's new players, how many finished an attempt in that week and each later one. Fuller cells mean more.
 */
export function CohortPlot({ cohorts }: { cohorts: Growth['cohorts'] }) {
  const players = cohorts.reduce((sum, cohort) => sum + cohort.players, 0);
  return (
    <PlotCard
      title={title}
      lead={`${plural(players, 'player')} by the week of their sign-up, and how many of them played in that week and later`}
      legend={[]}
      rows={cohorts}
      rowKey={({ week }) => week}
      columns={columns}
      empty={cohorts.length === 0 ? 'Nobody signed up in this period.' : undefined}
      actions={
        <CsvButton
          what={title}
          fields={['Week', 'Players', ...weeks.map((nth) => `Active in week ${nth}`)]}
          rows={cohorts.map(({ week, players: size, active }) => [
            week,
            size,
            ...weeks.map((nth) => active[nth] ?? null),
          ])}
        />
      }
      plot={
        <ul className="grid gap-1.5">
          {cohorts.map(({ week, players: size, active }) => (
            <li key={week} className="grid grid-cols-[4.5rem_1fr] items-center gap-2">
              <span className="text-muted text-xs">
                {formatShortDay(week)} <span className="num">({formatAmount(size)})</span>
              </span>
              <svg
                role="img"
                aria-label={`Of ${plural(size, 'player')}: ${active.map((count) => shareText(count, size)).join(', ')}`}
                width="100%"
                height="26"
              >
                {weeks.map((nth) => {
                  const count = active[nth];
                  const share = (count ?? 0) / Math.max(1, size);
                  const step = 100 / cohortWeeks;
                  return (
                    <g key={nth}>
                      <rect
                        x={`${nth * step}%`}
                        width={`${step * 0.94}%`}
                        height="26"
                        className={count === undefined ? 'fill-ink-1' : 'fill-ink-3'}
                      />
                      <rect
                        x={`${nth * step}%`}
                        y={26 * (1 - share)}
                        width={`${step * 0.94}%`}
                        height={26 * share}
                        className="fill-storm"
                      />
                    </g>
                  );
                })}
              </svg>
            </li>
          ))}
        </ul>
      }
    />
  );
}
