// SPDX-License-Identifier: Apache-2.0

import type { Attempt } from '../../../contract/challenges.ts';
import { formatAmount, formatDate } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { PagePart } from '../../ui/page.tsx';
import { failedDetails } from './attempt-summary.ts';
import { challengeName } from './challenge-type.ts';
import { missedConditions } from './missed-conditions.ts';

/**
 * What the newest failures lacked (product specification, section 2.11, with what was missed). Nothing if there are none.
 */
export function PerformanceDetails({ attempts }: { attempts: readonly Attempt[] }) {
  const details = failedDetails(attempts);
  if (details.length === 0) return null;
  return (
    <PagePart title="Performance Details">
      <ul className="grid gap-4 sm:grid-cols-2">
        {details.map((detail) => {
          const figures = [
            ['Required placement', `Top ${detail.requiredPlacement}`],
            ['Required kills', formatAmount(detail.requiredKills)],
            ['Your kills', formatAmount(detail.kills)],
            ['Wins', formatAmount(detail.wins)],
            ['Matches played', formatAmount(detail.matches)],
          ] as const;
          const missed = missedConditions(detail.attempt);
          return (
            <li key={detail.attempt._id} className="grid">
              <Card inside="grid content-start gap-3 px-5 py-4.5">
                <div className="flex items-baseline justify-between gap-3">
                  <h3 className="wrap-anywhere text-base">{challengeName(detail.attempt.challenge)}</h3>
                  <span className="shrink-0 text-muted text-xs">{formatDate(detail.attempt.startedAt)}</span>
                </div>
                <dl className="grid gap-1.5 text-sm">
                  {figures.map(([label, figure]) => (
                    <div key={label} className="flex justify-between gap-3">
                      <dt className="text-muted">{label}</dt>
                      <dd className="num">{figure}</dd>
                    </div>
                  ))}
                </dl>
                {missed.length > 0 && (
                  <p className="border-line-soft border-t pt-3 text-loss text-sm">
                    Missed: {missed.join(', ')}
                  </p>
                )}
              </Card>
            </li>
          );
        })}
      </ul>
    </PagePart>
  );
}
