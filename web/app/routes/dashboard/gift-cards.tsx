// SPDX-License-Identifier: Apache-2.0

import { GiftCardList } from '../../../features/shop/admin/gift-card-list.tsx';

export default GiftCardList;
