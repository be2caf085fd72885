// SPDX-License-Identifier: Apache-2.0

import { Transactions } from '../../features/wallet/transactions.tsx';
import { Page } from '../../ui/page.tsx';
import { pageMeta } from '../page-meta.ts';

export const meta = () => pageMeta({ title: 'Transactions', description: 'Every coin in or out, and why.' });

export default function TransactionsPage() {
  return (
    <Page title="Transactions" intro="Every coin in or out, and why.">
      <Transactions />
    </Page>
  );
}
