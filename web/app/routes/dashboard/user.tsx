import { useState } from 'react';
import { useParams } from 'react-router';
import { UserPage } from '../../../features/accounts/admin/user-page.tsx';
import { AttemptTable } from '../../../features/challenges/attempt-table.tsx';
import { ReceiptDialog } from '../../../features/challenges/receipt-dialog.tsx';
import { TransferTable } from '../../../features/wallet/transfer-table.tsx';

/** A user with what challenges and wallet show of theirs. */
export default function User() {
  const { id = '' } = useParams();
  const [receipt, showReceipt] = useState<string | null>(null);
  return (
    <>
      <UserPage
        // Another user starts anew.
        key={id}
        id={id}
        parts={{
          attempts: (attempts) => <AttemptTable attempts={attempts} onWhy={showReceipt} />,
          transfers: (entries) => <TransferTable entries={entries} />,
        }}
      />
      <ReceiptDialog id={receipt} onClose={() => showReceipt(null)} />
    </>
  );
}
