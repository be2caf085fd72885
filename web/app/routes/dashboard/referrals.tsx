// SPDX-License-Identifier: Apache-2.0

import { HeldReferrals } from '../../../features/referrals/admin/held-referrals.tsx';

export default HeldReferrals;
