// SPDX-License-Identifier: Apache-2.0

import { ChallengesTab } from '../../../features/challenges/admin/challenges-tab.tsx';

export default ChallengesTab;
