// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Referral } from '../../../contract/referrals.ts';
import { getMessage } from '../../lib/api.ts';
import { cx } from '../../lib/class-names.ts';
import { formatAmount, formatDate, plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { Icon } from '../../ui/icon.ts';
import { CircleCheck } from '../../ui/icons/circle-check.ts';
import { CircleSlash } from '../../ui/icons/circle-slash.ts';
import { Clock3 } from '../../ui/icons/clock-3.ts';
import { Hourglass } from '../../ui/icons/hourglass.ts';
import { ErrorPanel } from '../../ui/panels.tsx';
import { DrawnAvatar } from '../../ui/player-name.tsx';
import { RingDrawing } from '../../ui/ring.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { referralsQuery } from './api.ts';
import { getMeaning, getStatus } from './referral-words.ts';

const shownFirst = 5;
const looks: Record<Referral['status'], { Sign: Icon; className: string }> = {
  signed_up: { Sign: Clock3, className: 'text-storm-soft' },
  qualified: { Sign: CircleCheck, className: 'text-win' },
  in_review: { Sign: Hourglass, className: 'text-storm-soft' },
  not_counted: { Sign: CircleSlash, className: 'text-muted' },
};

/** The invited players, newest first, with each one's state and reward. */
export function InvitedFriends() {
  const { data, error, refetch } = useQuery(referralsQuery);
  if (data) return <Invited {...data} />;
  if (error) {
    return <ErrorPanel error={error} message={getMessage(error)} onRetry={() => void refetch()} />;
  }
  return (
    <Loading label="Loading invited friends...">
      <Skeleton className="cut h-28" />
    </Loading>
  );
}

function Invited({ list, total, qualified }: { list: Referral[]; total: number; qualified: number }) {
  const [isWhole, setIsWhole] = useState(false);
  if (list.length === 0) {
    return (
      <Card inside="flex min-h-28 flex-wrap items-center gap-5 px-5 py-5">
        <RingDrawing size={72} />
        <p className="min-w-[min(12rem,100%)] flex-1 text-muted">
          Nobody has used your link yet. Share it: a friend’s first finished challenge pays you 1 referral
          token.
        </p>
      </Card>
    );
  }
  const shown = isWhole ? list : list.slice(0, shownFirst);
  return (
    <Card>
      <Progress total={total} qualified={qualified} />
      <ul aria-label="Invited friends">
        {shown.map((friend) => (
          <Friend key={friend._id} friend={friend} />
        ))}
      </ul>
      {shown.length < list.length && (
        <div className="border-line-soft border-t px-5 py-3 sm:px-6">
          <Button size="sm" onClick={() => setIsWhole(true)}>
            Show {formatAmount(list.length - shown.length)} more
          </Button>
        </div>
      )}
      {isWhole && total > list.length && (
        <p className="border-line-soft border-t px-5 py-3 text-muted text-sm sm:px-6">
          These are the latest {formatAmount(list.length)} of {formatAmount(total)}.
        </p>
      )}
    </Card>
  );
}

function Progress({ total, qualified }: { total: number; qualified: number }) {
  return (
    <p className="border-line-soft border-b px-5 py-4 text-sm sm:px-6">
      <span className="font-semibold">
        {formatAmount(qualified)} of {plural(total, 'friend')} counted.
      </span>{' '}
      <span className="text-muted">
        Each pays 1 referral token, and more while an{' '}
        <Link to="/events" className="text-soft underline underline-offset-4 hover:text-text">
          event
        </Link>{' '}
        rewards it.
      </span>
    </p>
  );
}

function Friend({ friend }: { friend: Referral }) {
  const { Sign, className } = looks[friend.status] ?? looks.signed_up;
  return (
    <li className="flex items-start gap-4 border-line-soft border-b px-5 py-3.5 last:border-b-0 sm:px-6">
      <DrawnAvatar avatar={friend.player.avatar} className="mt-0.5 size-9" />
      <div className="grid min-w-0 flex-1 gap-x-4 gap-y-1 text-sm sm:grid-cols-[1fr_auto]">
        <p className="min-w-0 wrap-anywhere font-semibold">{friend.player.handle}</p>
        <p className={cx('flex items-center gap-1.5 self-start font-semibold', className)}>
          <Sign size={16} strokeWidth={2.4} aria-hidden="true" />
          {getStatus(friend)}
        </p>
        <p className="text-muted sm:col-span-2">
          Signed up {formatDate(friend.signedUpAt)}. {getMeaning(friend)}
        </p>
      </div>
    </li>
  );
}
