// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import type { AdminGiftCard } from '../../../../contract/shop-admin.ts';
import { formatAmount } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';

const guide = '/docs/operate#backups';

/** Whether this installation serves the operator's guide. */
function useGuide(): boolean {
  const { data = false } = useQuery({
    queryKey: ['operators-guide'],
    queryFn: async () => (await fetch(guide, { method: 'HEAD' })).ok,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return data;
}

/** Why codes of a card are out of stock after a restore, and who can restore them. */
export function QuarantineDialog({ card, onClose }: { card: AdminGiftCard; onClose: () => void }) {
  const { sold, unproven } = card.quarantine;
  const hasGuide = useGuide();
  return (
    <Dialog
      open
      onClose={onClose}
      title="Codes in quarantine"
      description={card.title}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="grid gap-4">
        <Facts>
          <Fact label="Sold or seen after the backup">{formatAmount(sold)}</Fact>
          <Fact label="Possibly sold after the backup">{formatAmount(unproven)}</Fact>
        </Facts>
        <p>
          The database was restored to an earlier moment. Codes bought or seen after it never return to stock,
          so nobody buys them twice. Codes that may have been sold wait until an operator asks the supplier.
        </p>
        <p className="text-muted text-sm">
          Operators put codes back with <code className="wrap-anywhere">finalring codes quarantine</code>
          {hasGuide ? (
            <>
              ; the{' '}
              <a className="text-text underline underline-offset-2" href={guide}>
                operator’s guide
              </a>{' '}
              says how.
            </>
          ) : (
            ' (operator’s guide, Backups).'
          )}
        </p>
      </div>
    </Dialog>
  );
}
