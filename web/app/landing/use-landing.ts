// SPDX-License-Identifier: Apache-2.0

import type { Landing } from '../../../contract/landing.ts';
import { publicData } from '../../lib/public-data.ts';

/** As long as the server caches its answer. */
const refreshMs = 30_000;

/** What visitors may see of the installation; undefined until it has loaded. */
export const { useData: useLanding, useIsFailing: useIsLandingFailing } = publicData<Landing>('/landing', {
  refreshMs,
});
