// SPDX-License-Identifier: Apache-2.0

import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { GiftCard } from '../../../contract/shop.ts';
import { cx } from '../../lib/class-names.ts';
import { Button, type ButtonLook } from '../../ui/button.tsx';
import { Check } from '../../ui/icons/check.ts';
import { ShoppingCart } from '../../ui/icons/shopping-cart.ts';
import { notify } from '../../ui/toast.tsx';
import { useCartChange } from './cart-store.ts';

const addedIsShownMs = 1_500;

/** Adds one of the card to the cart, and shows a tick afterwards. `describedBy` is the id of the card's name. */
export function AddToCart({
  card,
  describedBy,
  className,
  ...look
}: ButtonLook & { card: GiftCard; describedBy: string; className?: string }) {
  const changeCart = useCartChange();
  const navigate = useNavigate();
  const [added, setAdded] = useState(0);
  useEffect(() => {
    if (added === 0) return;
    const timer = setTimeout(() => setAdded(0), addedIsShownMs);
    return () => clearTimeout(timer);
  }, [added]);

  async function add(): Promise<void> {
    if (!(await changeCart({ type: 'add', card }))) return;
    setAdded((count) => count + 1);
    notify.doneWith(
      { label: 'View Cart', onPress: () => navigate('/cart') },
      'Added to cart',
      card.title || 'Gift Card',
    );
  }
  return (
    <Button
      {...look}
      className={cx('relative', className)}
      disabled={card.availability === 'sold_out'}
      aria-describedby={describedBy}
      icon={
        added > 0 ? (
          <Check size={18} strokeWidth={3} className="shrink-0 text-win" aria-hidden="true" />
        ) : (
          <ShoppingCart size={18} className="shrink-0" aria-hidden="true" />
        )
      }
      // Without a profile the cart's owner is unknown. Another part of the page reports that error.
      onClick={() => void add().catch(() => {})}
    >
      ADD TO CART
    </Button>
  );
}
