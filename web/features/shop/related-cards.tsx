// SPDX-License-Identifier: Apache-2.0

import type { GiftCard } from '../../../contract/shop.ts';
import { PagePart } from '../../ui/page.tsx';
import { useCartItems } from './cart-store.ts';
import { ProductCard } from './product-card.tsx';

/** Similar cards; nothing if there are none. */
export function RelatedCards({ cards }: { cards: readonly GiftCard[] }) {
  const items = useCartItems();
  if (cards.length === 0) return null;
  return (
    <PagePart title="Related gift cards" className="border-line-soft border-t pt-9">
      <ul className="grid gap-2.5 min-[22.5rem]:grid-cols-2 sm:gap-4.5 xl:grid-cols-4">
        {cards.map((card) => (
          <ProductCard
            key={card._id}
            card={card}
            inCart={items?.find(({ _id }) => _id === card._id)?.quantity ?? 0}
            level="h3"
          />
        ))}
      </ul>
    </PagePart>
  );
}
