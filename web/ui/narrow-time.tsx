// SPDX-License-Identifier: Apache-2.0

import { cx } from '../lib/class-names.ts';
import { formatDateTime, formatShortTime } from '../lib/format.ts';

/** A time for a narrow column, wrapped only between date and time. A wide dashboard table always wraps it there. */
export function When({ time, className }: { time: string; className?: string }) {
  const [day, ...rest] = formatShortTime(time).split(/,? (?=\d+:)/);
  return (
    <time dateTime={time} title={formatDateTime(time)} className={cx('num', className)}>
      <span className="whitespace-nowrap">
        {day}
        <span className="xl:in-[.data-table]:hidden">,</span>
      </span>{' '}
      <span className="whitespace-nowrap xl:in-[.data-table]:block xl:in-[.data-table]:font-normal xl:in-[.data-table]:text-muted xl:in-[.data-table]:text-xs">
        {rest}
      </span>
    </time>
  );
}
