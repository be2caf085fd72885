import { Transactions } from '../../features/wallet/transactions.tsx';
import { Page } from '../../ui/page.tsx';
import { pageTitle } from '../brand.ts';

export const meta = () => [{ title: pageTitle('Transactions') }];

export default function TransactionsPage() {
  return (
    <Page title="Transactions" intro="Every coin that came or went, and why.">
      <Transactions />
    </Page>
  );
}
