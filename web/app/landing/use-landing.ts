// SPDX-License-Identifier: Apache-2.0

import { landingApi } from '../../../contract/landing.ts';
import { call } from '../../lib/api.ts';
import { publicData } from '../../lib/public-data.ts';

/** As long as the server caches its answer. */
const refreshMs = 30_000;

/** The installation's public data; undefined until it has loaded. */
export const { useData: useLanding, useIsFailing: useIsLandingFailing } = publicData(
  () => call(landingApi.read, {}, { quiet: true }),
  { refreshMs },
);
