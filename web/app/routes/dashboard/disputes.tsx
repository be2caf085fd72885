// SPDX-License-Identifier: Apache-2.0

import { DisputeList } from '../../../features/challenges/admin/dispute-list.tsx';

export default DisputeList;
