import { PromotionManager } from '../../../features/promotions/admin/promotion-manager.tsx';

export default PromotionManager;
