// SPDX-License-Identifier: Apache-2.0

import { GiveawayManager } from '../../../features/giveaways/admin/giveaway-manager.tsx';

export default GiveawayManager;
