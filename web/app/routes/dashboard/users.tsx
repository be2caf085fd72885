// SPDX-License-Identifier: Apache-2.0

import { UserList } from '../../../features/accounts/admin/user-list.tsx';

export default UserList;
