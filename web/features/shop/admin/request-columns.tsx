// SPDX-License-Identifier: Apache-2.0

import type { GiftCardRequest } from '../../../../contract/shop-admin.ts';
import { formatTimeLeft } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/button.tsx';
import { Coins } from '../../../ui/coins.tsx';
import { dataColumns } from '../../../ui/data-columns.ts';
import { InsteadOfHeading } from '../../../ui/data-row.tsx';
import { When } from '../../../ui/narrow-time.tsx';
import { Badge } from '../../../ui/status.tsx';

export type RequestDeed = 'deliver' | 'take-back' | 'refund' | 'replace';

/** The actions for a card in its state; `label` is the button's text. */
function getDeeds({
  status,
  isRefundable,
  promisedBy,
  hasCode,
  isHeld,
}: GiftCardRequest): { deed: RequestDeed; label: string }[] {
  // Not yet: the toast still offers Undo.
  if (isHeld || status === 'refunded') return [];
  if (status === 'delivered') {
    return [
      // A code from stock went to the buyer with the purchase.
      ...(promisedBy ? [{ deed: 'take-back', label: 'Mark not delivered' } as const] : []),
      ...(hasCode ? [{ deed: 'replace', label: 'Replace code' } as const] : []),
    ];
  }
  const deliver = { deed: 'deliver', label: 'Mark delivered' } as const;
  return isRefundable ? [deliver, { deed: 'refund', label: 'Refund' }] : [deliver];
}

function describeDelivery({ isDelivered, status, hasCode, isHeld }: GiftCardRequest): string {
  if (isHeld) return 'Yes, in seconds';
  if (isDelivered) return hasCode ? 'Yes' : 'Yes, sent another way';
  return status === 'refunded' ? 'No, refunded' : 'No';
}

/** Product specification, section 2.15, Alerts. */
export function requestColumns(onAsk: ((deed: RequestDeed, row: GiftCardRequest) => void) | undefined) {
  const { column, field, actions } = dataColumns<GiftCardRequest>();
  return [
    column('userName', 'User Name', ({ user }) => user.name || 'Deleted user', undefined, { isTitle: true }),
    column(
      'userEmail',
      'User Email',
      ({ user }) => user.email,
      ({ user }) => <span className="wrap-anywhere">{user.email || '–'}</span>,
    ),
    column('title', 'Gift Card Title', ({ giftCard }) => giftCard.title, undefined, { narrow: 'note' }),
    column(
      'gcCoin',
      'GC Coins',
      ({ giftCard }) => giftCard.gcCoin,
      ({ giftCard }) => <Coins amount={giftCard.gcCoin} />,
      { isFigure: true },
    ),
    field('purchasedAt', 'Purchased At', ({ purchasedAt }) => <When time={purchasedAt} />),
    field('promisedBy', 'Promised By', (row) => <Promised {...row} />, { narrow: 'figure' }),
    column(
      'isDelivered',
      'Delivered',
      describeDelivery,
      ({ isDelivered, hasCode, promisedBy, status, isHeld }) => (
        <span className="inline-flex items-center gap-2">
          <InsteadOfHeading>{status !== 'refunded' && 'Delivered:'}</InsteadOfHeading>
          {isDelivered ? 'Yes' : 'No'}
          {status === 'refunded' && <Badge>Refunded</Badge>}
          {isDelivered && !promisedBy && <Badge>From stock</Badge>}
          {isHeld && <Badge>In seconds</Badge>}
          {isDelivered && !isHeld && !hasCode && <Badge>Sent another way</Badge>}
        </span>
      ),
      { narrow: 'state' },
    ),
    ...(onAsk ? [actions((row) => <Buttons row={row} onAsk={onAsk} />)] : []),
  ];
}

function Buttons({
  row,
  onAsk,
}: {
  row: GiftCardRequest;
  onAsk: (deed: RequestDeed, row: GiftCardRequest) => void;
}) {
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      {getDeeds(row).map(({ deed, label }) => (
        <Button
          key={deed}
          size="sm"
          aria-label={`${label}: ${row.giftCard.title} of ${row.user.name || 'a deleted user'}`}
          onClick={() => onAsk(deed, row)}
        >
          {label}
        </Button>
      ))}
    </span>
  );
}

/** The promised time, and for waiting cards, how far off it is. */
function Promised({ promisedBy, status }: GiftCardRequest) {
  const isWaiting = status === 'on_its_way';
  const now = useNow(isWaiting);
  if (!promisedBy) return <span className="text-muted">–</span>;
  const left = formatTimeLeft(promisedBy, now);
  return (
    <span className="num grid gap-0.5">
      <When time={promisedBy} {...(isWaiting && { className: 'max-xl:shut:hidden' })} />
      {isWaiting && (
        <span className={left ? 'text-muted' : 'font-semibold text-loss'}>
          {left
            ? `${left} left`
            : `Overdue by ${formatTimeLeft(new Date(now), Date.parse(promisedBy)) ?? '1 s'}`}
        </span>
      )}
    </span>
  );
}
