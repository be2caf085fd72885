import { pageTitle } from '../brand.ts';

export const meta = () => [{ title: pageTitle('Transactions') }];

export default function TransactionsPage() {
  return (
    <main className="wrap py-10">
      <h1 className="text-3xl">Transactions</h1>
    </main>
  );
}
