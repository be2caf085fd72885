// SPDX-License-Identifier: Apache-2.0

import { formatDateTime } from '../lib/format.ts';

/** A time in a narrow column: breaks only between date and time. */
export function When({ time, className }: { time: string; className?: string }) {
  const [day, ...rest] = formatDateTime(time).split(/,? (?=\d+:)/);
  return (
    <time dateTime={time} className={className}>
      <span className="whitespace-nowrap">{day},</span> <span className="whitespace-nowrap">{rest}</span>
    </time>
  );
}
