// SPDX-License-Identifier: Apache-2.0

import type { Settings } from '../../contract/settings.ts';
import { publicData } from './public-data.ts';

/** Public settings; undefined until they are there (pages must make sense without). */
export const { useData: useSettings } = publicData<Settings>('/config');
