// SPDX-License-Identifier: Apache-2.0

import { Inbox } from '../../admin/inbox/inbox.tsx';

export default Inbox;
