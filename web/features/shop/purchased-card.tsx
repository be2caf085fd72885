// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import { Link } from 'react-router';
import type { PurchasedGiftCard } from '../../../contract/shop.ts';
import { cx } from '../../lib/class-names.ts';
import { formatAmount, formatDateTime, formatRelative } from '../../lib/format.ts';
import { serverNow } from '../../lib/server-time.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Coins } from '../../ui/coins.tsx';
import { copyText } from '../../ui/copy.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Clock3 } from '../../ui/icons/clock-3.ts';
import { Copy } from '../../ui/icons/copy.ts';
import { Eye } from '../../ui/icons/eye.ts';
import { EyeOff } from '../../ui/icons/eye-off.ts';
import { Undo2 } from '../../ui/icons/undo-2.ts';
import { RingLoader } from '../../ui/ring.tsx';
import { Badge } from '../../ui/status.tsx';
import { useReveal } from './api.ts';
import { CardPicture } from './card-picture.tsx';
import { productPath, toCopiedCode } from './card-words.ts';

/** A bought gift card: what it is, what it cost, and its code or why it has none yet. */
export function PurchasedCard({
  card,
  hasLargeCode = false,
}: {
  card: PurchasedGiftCard;
  hasLargeCode?: boolean;
}) {
  return (
    <Card inside="flex flex-col">
      <div className="flex flex-wrap gap-4 p-4">
        <CardPicture
          image={card.image}
          type={card.type}
          kind={card.kind}
          sizes="7rem"
          className="cut cut-sm w-28 shrink-0 self-start"
        />
        <div className="flex min-w-0 flex-[1_1_9rem] flex-col gap-1">
          <h3 className="wrap-anywhere text-base">
            <Link to={productPath(card.giftCardId)} className="hover:underline">
              {card.title || 'Gift Card'}
            </Link>
          </h3>
          <p className="wrap-anywhere line-clamp-3 text-muted text-sm">{card.description}</p>
          <div className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-1">
            <Coins amount={card.gcCoin} size={16} />
            {!card.hashCode && <PurchaseStatus status={card.status} />}
          </div>
        </div>
      </div>
      <div className="mt-auto border-line-soft border-t px-4 py-3.5">
        {/* A delivered code stays readable, even if an administrator later changes the purchase. */}
        {card.hashCode && <Code card={card} isLarge={hasLargeCode} />}
        {!card.hashCode && card.status === 'on_its_way' && <DeliveryPromise promisedBy={card.promisedBy} />}
        {!card.hashCode && card.status === 'delivered' && (
          <p className="text-soft text-sm">
            Sent to you another way, for example by email. Contact support if it’s not there.
          </p>
        )}
        {!card.hashCode && card.status === 'refunded' && (
          <p className="text-muted text-sm">
            {formatAmount(card.gcCoin)} Gamer Coins are back in your wallet.
          </p>
        )}
      </div>
    </Card>
  );
}

function PurchaseStatus({ status }: { status: PurchasedGiftCard['status'] }) {
  switch (status) {
    case 'delivered':
      return <Badge tone="win">Delivered</Badge>;
    case 'on_its_way':
      return (
        <Badge tone="storm">
          <Clock3 size={13} strokeWidth={3} aria-hidden="true" /> On its way
        </Badge>
      );
    case 'refunded':
      return (
        <Badge>
          <Undo2 size={13} strokeWidth={3} aria-hidden="true" /> Refunded
        </Badge>
      );
  }
}

/** Masked until requested. Players with an audience can copy it without showing it. */
function Code({ card, isLarge }: { card: PurchasedGiftCard; isLarge: boolean }) {
  const reveal = useReveal(card._id);
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;

  async function fetchCode(): Promise<typeof reveal.data> {
    // The buttons stay enabled meanwhile, because a disabled button loses the focus.
    if (reveal.isPending) return undefined;
    return reveal.data ?? reveal.mutateAsync().catch(() => undefined);
  }
  async function toggle(): Promise<void> {
    setShown(!isShown && Boolean(await fetchCode()));
  }
  async function copy(): Promise<void> {
    const code = await fetchCode();
    if (!code) return;
    const isCopied = await copyText(toCopiedCode(code), 'Gift card code copied!', 'Failed to copy');
    // Shows the code if copying failed, so that it can be selected by hand.
    if (!isCopied) setShown(true);
  }
  return (
    <div className="grid gap-3">
      <p
        className={cx(
          'break-all font-display font-semibold tracking-wider',
          isLarge && 'text-2xl leading-tight sm:text-3xl',
        )}
        aria-live="polite"
      >
        <span className="sr-only">Code: </span>
        <code className="font-display">{isShown && reveal.data ? reveal.data.hashCode : card.hashCode}</code>
        {isShown && reveal.data?.pin && (
          <span className="block">
            PIN: <code className="font-display">{reveal.data.pin}</code>
          </span>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={reveal.isPending ? <RingLoader size={16} /> : <Icon size={16} aria-hidden="true" />}
          onClick={() => void toggle()}
        >
          {isShown ? 'Hide code' : 'Show code'}
        </Button>
        <Button size="sm" icon={<Copy size={16} aria-hidden="true" />} onClick={() => void copy()}>
          Copy code
        </Button>
      </div>
      {reveal.error && (
        <FieldError>
          <FailureText error={reveal.error} />
        </FieldError>
      )}
    </div>
  );
}

function DeliveryPromise({ promisedBy }: { promisedBy: string | null }) {
  if (!promisedBy) return <p className="text-soft text-sm">We deliver it by hand.</p>;
  const isLate = new Date(promisedBy).getTime() < serverNow();
  return (
    <p className="text-soft text-sm">
      {isLate ? (
        <>We promised this for {formatDateTime(promisedBy)}. Contact support to get it or your coins back.</>
      ) : (
        <>
          Delivered by hand, {formatRelative(promisedBy, serverNow())} at the latest (
          <time dateTime={promisedBy}>{formatDateTime(promisedBy)}</time>). The code appears here.
        </>
      )}
    </p>
  );
}
