// SPDX-License-Identifier: Apache-2.0

import type { Overview } from '../../../contract/overview-admin.ts';
import { formatDay } from '../../lib/format.ts';
import { serverNow } from '../../lib/server-time.ts';
import { getEarlier } from './series.ts';
import { getDay, type Span } from './span.ts';

/** The days that figures are compared with, or a note that they have no data; nothing without a comparison. */
export function ComparedDays({ overview, span }: { overview: Overview; span: Span }) {
  const { earlier } = overview;
  if (!earlier) return null;
  const { from, recordedSince } = earlier;
  const since = recordedSince && formatDay(recordedSince);
  const isRecorded = getEarlier(overview) !== undefined;
  return (
    <p className="text-muted text-sm">
      {isRecorded
        ? `${formatSpan(span)} against ${formatSpan(earlier)}, in UTC days.`
        : since
          ? `No earlier period to compare: records start on ${since}.`
          : 'No records yet.'}
      {isRecorded &&
        recordedSince &&
        from < recordedSince &&
        ` Records start on ${since}, within the earlier period.`}
      {isRecorded && span.to === getDay(serverNow()) && ' Today is not over yet.'}
    </p>
  );
}

function formatSpan({ from, to }: Span): string {
  return from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
}
