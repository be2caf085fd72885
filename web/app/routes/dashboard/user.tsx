// SPDX-License-Identifier: Apache-2.0

import { type ComponentProps, useState } from 'react';
import { useParams } from 'react-router';
import { UserPage } from '../../../features/accounts/admin/user-page.tsx';
import { AttemptTable } from '../../../features/challenges/attempt-table.tsx';
import { ReceiptDialog } from '../../../features/challenges/receipt-dialog.tsx';
import { UserPlayPart } from '../../../features/responsible-play/admin/user-play.tsx';
import { ReplaceCode } from '../../../features/shop/admin/replace-code.tsx';
import { TransferTable } from '../../../features/wallet/transfer-table.tsx';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { Button } from '../../../ui/button.tsx';

/** A user, with their attempts, transfers and purchases from other features. */
export default function User() {
  const id = useParams().id?.toLowerCase() ?? '';
  const [receipt, showReceipt] = useState<string | null>(null);
  const [bad, setBad] = useState<Omit<ComponentProps<typeof ReplaceCode>, 'onClose'>>();
  const mayReplace = usePermissions()('deliveries:write');
  return (
    <>
      <UserPage
        // Another user starts with fresh state.
        key={id}
        id={id}
        parts={{
          attempts: (attempts) => <AttemptTable attempts={attempts} onWhy={showReceipt} />,
          transfers: (entries) => <TransferTable entries={entries} />,
          play: (userId) => <UserPlayPart id={userId} />,
          purchaseActions: ({ _id, title, status }, { name }) =>
            mayReplace && status === 'delivered' ? (
              <Button
                size="sm"
                aria-label={`Replace the code of ${title}`}
                onClick={() => setBad({ purchaseId: _id, title, buyer: name })}
              >
                Replace code
              </Button>
            ) : (
              '–'
            ),
        }}
      />
      <ReceiptDialog id={receipt} onClose={() => showReceipt(null)} />
      {bad && <ReplaceCode {...bad} onClose={() => setBad(undefined)} />}
    </>
  );
}
