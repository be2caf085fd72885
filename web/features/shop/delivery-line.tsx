// SPDX-License-Identifier: Apache-2.0

import type { Availability, GiftCard } from '../../../contract/shop.ts';
import { cx } from '../../lib/class-names.ts';
import type { Icon } from '../../ui/icon.ts';
import { Clock3 } from '../../ui/icons/clock-3.ts';
import { PackageX } from '../../ui/icons/package-x.ts';
import { Zap } from '../../ui/icons/zap.ts';
import { describeDelivery } from './card-words.ts';

const icons: Record<Availability, Icon> = { in_stock: Zap, by_hand: Clock3, sold_out: PackageX };

/** When its code is delivered, with an icon. */
export function DeliveryLine({ card }: { card: GiftCard }) {
  const Icon = icons[card.availability] ?? PackageX;
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 text-sm max-sm:text-xs',
        card.availability === 'sold_out' ? 'text-loss' : 'text-soft',
      )}
    >
      <Icon size={15} className="shrink-0" aria-hidden="true" />
      {describeDelivery(card)}
    </span>
  );
}
