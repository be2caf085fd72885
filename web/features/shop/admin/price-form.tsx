// SPDX-License-Identifier: Apache-2.0

import type { AdminGiftCard } from '../../../../contract/shop-admin.ts';
import { useNewerBase } from '../../../ui/newer-base.ts';
import { notify } from '../../../ui/toast.tsx';
import { useCardChanges } from './cards-api.ts';
import { GiftCardForm } from './gift-card-form.tsx';

/** A gift card's form with another price filled in. Open while mounted. */
export function PriceForm({
  card,
  price,
  onClose,
}: {
  card: AdminGiftCard;
  price: number;
  onClose: () => void;
}) {
  const { update } = useCardChanges();
  const base = useNewerBase(card);
  return (
    <GiftCardForm
      edited={card}
      price={price}
      save={async (values) => {
        await update(base.read(), values).catch(base.learn);
        notify.done('Updated successfully');
      }}
      onClose={onClose}
    />
  );
}
