// SPDX-License-Identifier: Apache-2.0

import type { Landing } from '../../../contract/landing.ts';
import { CardPicture } from '../../features/shop/card-picture.tsx';
import { cx } from '../../lib/class-names.ts';
import { Coins } from '../../ui/coins.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import prizesAvif from './art/prizes.avif';
import prizes from './art/prizes.webp';
import { useIsLandingFailing, useLanding } from './use-landing.ts';

const shown = 3;
const grid = 'grid w-full grid-cols-3 gap-2 sm:gap-3.5';

/** The prizes on the first screen: drawings, and below them cards on sale. */
export function Prizes({ className }: { className?: string }) {
  return (
    <div className={cx('grid justify-items-center', className)}>
      {/* A shade: the coin in the backdrop's ring would show through the drawing. */}
      <div className="w-full max-w-[35rem] max-md:hidden md:mb-1 md:bg-[radial-gradient(closest-side,var(--color-ink)_55%,transparent)]">
        <PrizePicture />
      </div>
      <PrizeCards />
    </div>
  );
}

/** Drawings of cards, coin packs and a chest (art/prizes.ts). Decorative. */
export function PrizePicture({ className }: { className?: string }) {
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={prizesAvif} />
      <img
        src={prizes}
        alt=""
        width={900}
        height={560}
        loading="lazy"
        decoding="async"
        className={cx('h-auto w-full', className)}
      />
    </picture>
  );
}

/** Three gift cards, store credit with an amount first. Renders nothing if the shop is empty or couldn't be loaded. */
export function PrizeCards({ className }: { className?: string }) {
  const cards = useLanding()?.giftCards;
  const isFailing = useIsLandingFailing();
  if (!cards && !isFailing) {
    return (
      <div aria-hidden="true" className={cx(grid, className)}>
        {[1, 2, 3].map((place) => (
          <div key={place} className="cut cut-md bg-ink-1">
            <Skeleton className="aspect-2/1" />
            <div className={caption} />
          </div>
        ))}
      </div>
    );
  }
  if (!cards || cards.length === 0) return null;
  return (
    <ul aria-label="What coins buy" className={cx(grid, className)}>
      {chooseShown(cards).map((card) => (
        <li key={card._id} className="cut cut-md bg-ink-1">
          <CardPicture
            isEager
            image={card.image}
            type={card.type}
            kind={card.kind}
            sizes="(width >= 64rem) 12rem, 33vw"
          />
          <div className={caption}>
            <p className="wrap-anywhere line-clamp-2 font-semibold leading-tight">{card.title}</p>
            <Coins amount={card.gcCoin} size={15} className="mt-auto" />
          </div>
        </li>
      ))}
    </ul>
  );
}

const caption =
  'flex h-14 flex-col px-2 py-1.5 text-[0.6875rem] sm:h-20 sm:gap-1 sm:px-3 sm:py-2.5 sm:text-sm';

function chooseShown(cards: Landing['giftCards']): Landing['giftCards'] {
  const isCredit = ({ kind }: Landing['giftCards'][number]) => kind === 'wallet';
  return cards.toSorted((one, other) => Number(isCredit(other)) - Number(isCredit(one))).slice(0, shown);
}
