// SPDX-License-Identifier: Apache-2.0

import { type Settings, settingsApi } from '../../contract/settings.ts';
import { call } from './api.ts';
import { publicData } from './public-data.ts';

/** Public settings; undefined until loaded, and pages must make sense without them. */
export const { useData: useSettings } = publicData(() => call(settingsApi.get, {}, { quiet: true }));

/** During an upgrade a process of the previous release may answer, which knows one game and lists none. */
export const gamesIn = (settings: Partial<Pick<Settings, 'games'>> | undefined) => settings?.games ?? [];

/** The games that can be played; empty until loaded. */
export const useGames = () => gamesIn(useSettings());
