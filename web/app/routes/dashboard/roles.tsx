// SPDX-License-Identifier: Apache-2.0

import { RoleList } from '../../../features/accounts/admin/role-list.tsx';

export default RoleList;
