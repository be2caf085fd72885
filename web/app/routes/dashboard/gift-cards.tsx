import { GiftCardList } from '../../../features/shop/admin/gift-card-list.tsx';

export default GiftCardList;
