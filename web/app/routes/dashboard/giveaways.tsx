import { GiveawayManager } from '../../../features/giveaways/admin/giveaway-manager.tsx';

export default GiveawayManager;
