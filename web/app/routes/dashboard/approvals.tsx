// SPDX-License-Identifier: Apache-2.0

import { Approvals } from '../../../features/approvals/approvals.tsx';

export default Approvals;
