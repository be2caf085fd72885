// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { cx } from '../lib/class-names.ts';
import poster1280Avif from './film/poster-1280.avif';
import poster1280 from './film/poster-1280.webp';
import poster1920Avif from './film/poster-1920.avif';
import poster1920 from './film/poster-1920.webp';
import squareAvif from './film/poster-square.avif';
import square from './film/poster-square.webp';

/** The film and its poster fill the same box in the same way, so that one can replace the other unnoticed. */
export const fillsBackdrop =
  'absolute inset-0 size-full object-cover object-[96.8%_50%] sm:object-[10%_50%] lg:object-[72%_50%]';

/**
 * The closing ring over the island: above the text on narrow screens, behind it and to the right on wide ones.
 * `children` (the film) cover the poster.
 */
export function Backdrop({ className, children }: { className?: string; children?: ReactNode }) {
  return (
    <div
      aria-hidden="true"
      className={cx(
        'pointer-events-none absolute left-1/2 max-sm:-top-[9vw] sm:top-0 -z-10 w-full -translate-x-1/2 overflow-hidden',
        'max-sm:aspect-square sm:max-lg:h-[33rem] lg:h-full lg:max-w-[120rem]',
        'mask-b-from-50% mask-b-to-97% lg:mask-b-from-82% lg:mask-b-to-100% min-[121rem]:mask-x-from-88%',
        className,
      )}
    >
      <picture>
        <source media="(width < 40rem)" type="image/avif" srcSet={squareAvif} />
        <source media="(width < 40rem)" srcSet={square} />
        <source type="image/avif" srcSet={`${poster1280Avif} 1280w, ${poster1920Avif} 1920w`} sizes="100vw" />
        <img
          src={poster1280}
          srcSet={`${poster1280} 1280w, ${poster1920} 1920w`}
          sizes="100vw"
          alt=""
          width={1280}
          height={720}
          fetchPriority="high"
          className={fillsBackdrop}
        />
      </picture>
      {children}
      <div className="absolute inset-0 max-sm:hidden bg-[linear-gradient(90deg,var(--color-ink)_6%,var(--color-veil-90)_26%,var(--color-veil-50)_44%,transparent_62%)]" />
      <div className="absolute inset-0 bg-[linear-gradient(180deg,var(--color-veil-70),transparent_22%)]" />
    </div>
  );
}
