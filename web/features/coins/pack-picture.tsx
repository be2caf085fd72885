// SPDX-License-Identifier: Apache-2.0

import { cx } from '../../lib/class-names.ts';
import chestAvif from './art/chest.avif';
import chest from './art/chest.webp';
import fewAvif from './art/few.avif';
import few from './art/few.webp';
import manyAvif from './art/many.avif';
import many from './art/many.webp';
import someAvif from './art/some.avif';
import some from './art/some.webp';

/** Made by art/coin-packs.ts. */
const pictures = [
  { upTo: 250, avif: fewAvif, webp: few },
  { upTo: 750, avif: someAvif, webp: some },
  { upTo: 4_000, avif: manyAvif, webp: many },
  { upTo: Number.POSITIVE_INFINITY, avif: chestAvif, webp: chest },
] as const;

/** How much a pack holds, at a glance. Decorative. */
export function PackPicture({ coins, className }: { coins: number; className?: string }) {
  const { avif, webp } = pictures.find(({ upTo }) => coins <= upTo) ?? pictures[3];
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={avif} />
      <img
        src={webp}
        alt=""
        width={400}
        height={300}
        decoding="async"
        className={cx('object-contain', className)}
      />
    </picture>
  );
}
