// SPDX-License-Identifier: Apache-2.0

import { PackageList } from '../../../features/coins/admin/package-list.tsx';

export default PackageList;
