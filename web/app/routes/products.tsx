import { ProductList } from '../../features/shop/product-list.tsx';
import { Page } from '../../ui/page.tsx';
import { pageTitle } from '../brand.ts';

export const meta = () => [{ title: pageTitle('Shop') }];

export default function ProductsPage() {
  return (
    <Page title="Product List" intro="Gift cards for your Gamer Coins.">
      <ProductList />
    </Page>
  );
}
