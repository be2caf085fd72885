// SPDX-License-Identifier: Apache-2.0

import { settingsApi } from '../../contract/settings.ts';
import { call } from './api.ts';
import { publicData } from './public-data.ts';

/** Public settings; undefined until loaded, and pages must make sense without them. */
export const { useData: useSettings } = publicData(() => call(settingsApi.get, {}, { quiet: true }));
