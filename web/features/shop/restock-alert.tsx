// SPDX-License-Identifier: Apache-2.0

import type { GiftCardPage } from '../../../contract/shop.ts';
import { getMessage } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { Bell } from '../../ui/icons/bell.ts';
import { BellOff } from '../../ui/icons/bell-off.ts';
import { Notice } from '../../ui/panels.tsx';
import { useRestockAlert } from './api.ts';

/** On a sold-out card: sets or removes a restock alert. */
export function RestockAlert({ card: { _id, wantsAlert } }: { card: GiftCardPage }) {
  const { mutate, isPending, error } = useRestockAlert(_id);
  const Icon = wantsAlert ? BellOff : Bell;
  return (
    <div className="grid gap-3">
      <Button
        full
        busy={isPending && 'One moment...'}
        icon={<Icon size={18} aria-hidden="true" />}
        onClick={() => mutate(!wantsAlert)}
      >
        {wantsAlert ? 'Don’t notify me' : 'Notify me when back'}
      </Button>
      <p role="status" className="text-muted text-sm">
        {wantsAlert
          ? 'We’ll notify you once when it’s back.'
          : 'We’ll notify you once. It isn’t reserved for you.'}
      </p>
      {error && <Notice title="Nothing was changed">{getMessage(error)}</Notice>}
    </div>
  );
}
