// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getMessage } from '../../lib/api.ts';
import { formatDay } from '../../lib/format.ts';
import { serverNow } from '../../lib/server-time.ts';
import { Button } from '../../ui/button.tsx';
import { Coins } from '../../ui/coins.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { outstandingQuery } from './api.ts';
import { lastDay } from './months.ts';

/** The coins that players held at the end of a chosen day; initially the last day of the month. */
export function OutstandingOn({ month }: { month: string }) {
  const today = new Date(serverNow()).toISOString().slice(0, 10);
  const [typed, setTyped] = useState(() => lastDay(month, serverNow()));
  const [day, setDay] = useState(typed);
  // While somebody types a year, it is 0002, then 0020.
  const isDay = (text: string) => text.startsWith('20') && text <= today;
  return (
    <div className="mb-4 flex flex-wrap items-start gap-x-6 gap-y-3">
      <TextField
        label="Coins outstanding on"
        type="date"
        className="min-w-0 basis-52 grid-cols-1 [&_input]:px-3"
        value={typed}
        min="2000-01-01"
        max={today}
        error={isDay(typed) ? undefined : 'Choose a day up to today (UTC)'}
        onChange={({ target }) => {
          setTyped(target.value);
          if (isDay(target.value)) setDay(target.value);
        }}
      />
      <Figure day={day} isToday={day === today} />
    </div>
  );
}

function Figure({ day, isToday }: { day: string; isToday: boolean }) {
  const { data, error, isPlaceholderData, refetch } = useQuery(outstandingQuery(day));
  if (data)
    return (
      <div
        role="status"
        aria-busy={isPlaceholderData}
        className="num grid transition-opacity duration-150 aria-busy:opacity-60"
      >
        <span className="text-muted text-sm">
          {isToday ? 'Now' : `At the end of ${formatDay(day)} (UTC)`}
        </span>
        <span className="text-xl">
          <Coins amount={data.outstanding} />
        </span>
      </div>
    );
  if (error)
    return (
      <Notice title={getMessage(error)}>
        <Button size="sm" className="mt-2" onClick={() => void refetch()}>
          Try again
        </Button>
      </Notice>
    );
  return (
    <Loading label="Loading the coins outstanding...">
      <Skeleton className="h-14 w-44" />
    </Loading>
  );
}
