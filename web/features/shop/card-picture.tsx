// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import { pictureAddress, pictureSet } from '../../../contract/card-pictures.ts';
import type { CardKind } from '../../../contract/shop.ts';
import { cx } from '../../lib/class-names.ts';
import { useSettings } from '../../lib/settings.ts';
import currency from './art/currency.webp';
import item from './art/item.webp';
import pass from './art/pass.webp';
import subscription from './art/subscription.webp';
import wallet from './art/wallet.webp';

/** Made by art/families.ts. */
const things: Record<CardKind, string> = { wallet, pass, item, currency, subscription };

/** Backgrounds of cards without a picture. A type always has the same one. */
const faces = [
  'bg-(image:--face-blue)',
  'bg-(image:--face-red)',
  'bg-(image:--face-amber)',
  'bg-(image:--face-green)',
  'bg-(image:--face-violet)',
  'bg-(image:--face-teal)',
  'bg-(image:--face-pink)',
  'bg-(image:--face-steel)',
];

/**
 * A gift card's face. Its box has its final size before the picture loads, so that nothing moves. Without a picture, or
 * if it fails to load, shows the type's colour and a symbol for the kind of card.
 */
export function CardPicture({
  image,
  type,
  kind,
  sizes,
  isEager = false,
  className,
}: {
  image: string;
  type: string;
  kind: CardKind;
  /** The displayed width, so that the browser can choose a file. */
  sizes: string;
  /** True if it is visible without scrolling. */
  isEager?: boolean;
  className?: string;
}) {
  const base = useSettings()?.imageBaseUrl;
  const [broken, setBroken] = useState('');
  const face = faces[[...type].reduce((hash, letter) => hash * 3 + letter.charCodeAt(0), 0) % faces.length];
  return (
    <div className={cx('relative aspect-2/1 overflow-hidden', face, className)}>
      {(!image || broken === image) && (
        <img src={things[kind]} alt="" decoding="async" className="absolute inset-0 size-full object-cover" />
      )}
      {base && image && broken !== image && (
        <picture>
          <source type="image/avif" srcSet={pictureSet(base, image, 'avif')} sizes={sizes} />
          <img
            src={pictureAddress(base, image, 640, 'webp')}
            srcSet={pictureSet(base, image, 'webp')}
            sizes={sizes}
            alt=""
            loading={isEager ? 'eager' : 'lazy'}
            decoding="async"
            onError={() => setBroken(image)}
            className="absolute inset-0 size-full object-cover"
          />
        </picture>
      )}
    </div>
  );
}
