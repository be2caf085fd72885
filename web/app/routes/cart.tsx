import { CartScreen } from '../../features/shop/cart-screen.tsx';
import { pageTitle } from '../brand.ts';

export const meta = () => [{ title: pageTitle('Cart') }];

export default CartScreen;
