// SPDX-License-Identifier: Apache-2.0

import { formatDateTime } from '../lib/format.ts';
import { Clock3 } from './icons/clock-3.ts';

/** When something begins or ends, in words. For future times it adds the exact time, because phones can't hover. */
export function NextMoment({ date, words, isToCome }: { date: string; words: string; isToCome: boolean }) {
  return (
    <time dateTime={date} className="num inline-flex gap-1.5 text-muted text-sm">
      <Clock3 size={15} className="mt-[0.2rem] shrink-0" aria-hidden="true" />
      <span>
        {words}
        {/* On its own line on phones, since whether both fit on one line depends on the day and on a font that loads
            later. */}
        {isToCome && (
          <span className="max-sm:block min-[20rem]:whitespace-nowrap"> ({formatDateTime(date)})</span>
        )}
      </span>
    </time>
  );
}
