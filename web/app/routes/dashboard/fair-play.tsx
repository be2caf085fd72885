// SPDX-License-Identifier: Apache-2.0

import { FairPlayTab } from '../../../features/fair-play/fair-play-tab.tsx';

export default FairPlayTab;
