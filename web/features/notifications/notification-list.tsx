// SPDX-License-Identifier: Apache-2.0

import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Notification, NotificationKind } from '../../../contract/notifications.ts';
import { cx } from '../../lib/class-names.ts';
import { formatDateTime, formatRelative, toLocalTimes } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import type { Icon } from '../../ui/icon.ts';
import { AtSign } from '../../ui/icons/at-sign.ts';
import { Bell } from '../../ui/icons/bell.ts';
import { Coins } from '../../ui/icons/coins.ts';
import { FileArchive } from '../../ui/icons/file-archive.ts';
import { Flame } from '../../ui/icons/flame.ts';
import { Gift } from '../../ui/icons/gift.ts';
import { Medal } from '../../ui/icons/medal.ts';
import { PackageCheck } from '../../ui/icons/package-check.ts';
import { ShieldCheck } from '../../ui/icons/shield-check.ts';
import { Sparkles } from '../../ui/icons/sparkles.ts';
import { Target } from '../../ui/icons/target.ts';
import { Ticket } from '../../ui/icons/ticket.ts';
import { UserPlus } from '../../ui/icons/user-plus.ts';
import { Users } from '../../ui/icons/users.ts';
import { Badge } from '../../ui/status.tsx';
import { useMarkRead } from './api.ts';
import { isNewer, readBefore } from './news.ts';

const signs: Record<NotificationKind, Icon> = {
  result: Target,
  coins: Coins,
  gift_card: Ticket,
  referral: UserPlus,
  event: Sparkles,
  giveaway: Gift,
  restock: PackageCheck,
  streak: Flame,
  achievement: Medal,
  friend: Users,
  handle: AtSign,
  security: ShieldCheck,
  export: FileArchive,
};

/**
 * Newest first. Opening the list marks everything as read; notifications that were unread keep their mark until it
 * closes.
 */
export function NotificationList({
  list,
  onFollow,
}: {
  list: readonly Notification[];
  onFollow: () => void;
}) {
  const [before] = useState(() => readBefore(list));
  const now = useNow(true);
  const { mutate: markRead } = useMarkRead();
  const newest = list[0];
  const upTo = newest && !newest.isRead ? newest._id : undefined;
  useEffect(() => {
    if (upTo) markRead(upTo);
  }, [upTo, markRead]);
  return (
    <ul>
      {list.map((said) => (
        <li key={said._id} className="border-line-soft border-b last:border-b-0">
          <Row said={said} isNew={isNewer(said._id, before)} now={now} onFollow={onFollow} />
        </li>
      ))}
    </ul>
  );
}

function Row({
  said,
  isNew,
  now,
  onFollow,
}: {
  said: Notification;
  isNew: boolean;
  now: number;
  onFollow: () => void;
}) {
  const { kind, title, body, link, createdAt } = said;
  // A page opened before the last release may not know a newer kind.
  const Sign = signs[kind] ?? Bell;
  return (
    <Link
      to={link}
      onClick={onFollow}
      className={cx(
        'focus-inside flex gap-3.5 px-5 py-4 transition-colors duration-100 hover:bg-ink-3',
        isNew && 'bg-ink-2',
      )}
    >
      <span
        className={cx(
          'cut cut-sm grid size-9 shrink-0 place-items-center',
          isNew ? 'bg-storm-deep text-storm-soft' : 'bg-ink-3 text-muted',
        )}
      >
        <Sign size={18} aria-hidden="true" />
      </span>
      <span className="grid min-w-0 flex-1 gap-0.5 text-sm">
        <span className="flex items-start justify-between gap-3">
          <span className="font-semibold">{title}</span>
          {isNew && (
            <Badge tone="storm" className="-my-0.5 shrink-0">
              New
            </Badge>
          )}
        </span>
        <span className="wrap-anywhere text-soft">{toLocalTimes(body)}</span>
        <time dateTime={createdAt} className="mt-0.5 text-muted text-xs">
          {timeAgo(createdAt, now)} · {formatDateTime(createdAt)}
        </time>
      </span>
    </Link>
  );
}

function timeAgo(time: string, now: number): string {
  return now - Date.parse(time) < 60_000 ? 'just now' : formatRelative(time, now);
}
