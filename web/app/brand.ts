// SPDX-License-Identifier: Apache-2.0

import { greetingOf } from '../../contract/games/greeting.ts';
import { offeredGames } from '../lib/offered-games.ts';

declare const __BRAND_NAME__: string;

/** The product's name that the pages were built with; `GET /config` may override it (useSettings). */
export const brandName = __BRAND_NAME__;

/** Title of a page, most specific part first. */
export function pageTitle(page?: string): string {
  return page ? `${page} · ${brandName}` : `${brandName}: ${greetingOf(offeredGames()).promise}`;
}
