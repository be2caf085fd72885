// SPDX-License-Identifier: Apache-2.0

import { PromotionManager } from '../../../features/promotions/admin/promotion-manager.tsx';

export default PromotionManager;
