// SPDX-License-Identifier: Apache-2.0

import { RequestList } from '../../../features/shop/admin/request-list.tsx';

export default RequestList;
