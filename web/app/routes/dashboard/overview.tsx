// SPDX-License-Identifier: Apache-2.0

import { OverviewPage } from '../../../features/overview/overview-page.tsx';

export default OverviewPage;
