// SPDX-License-Identifier: Apache-2.0

import { Clock3 } from 'lucide-react';
import { formatDateTime } from '../lib/format.ts';

/** When something begins or ends: in words, and the moment itself where it is still to come, since nobody hovers on a phone. */
export function NextMoment({ date, words, isToCome }: { date: string; words: string; isToCome: boolean }) {
  return (
    <time dateTime={date} className="num inline-flex gap-1.5 text-muted text-sm">
      <Clock3 size={15} className="mt-[0.2rem] shrink-0" aria-hidden="true" />
      <span>
        {words}
        {/* On a line of its own on phones: whether both fit one depends on the day and the font, which comes later. */}
        {isToCome && (
          <span className="max-sm:block min-[20rem]:whitespace-nowrap"> ({formatDateTime(date)})</span>
        )}
      </span>
    </time>
  );
}
