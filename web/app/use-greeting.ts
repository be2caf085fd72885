// SPDX-License-Identifier: Apache-2.0

import { greetingOf } from '../../contract/games/greeting.ts';
import { useGames } from '../lib/settings.ts';

/** The promise and the sentence after it, with every game that can be played. */
export const useGreeting = () => greetingOf(useGames());
