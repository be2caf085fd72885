// SPDX-License-Identifier: Apache-2.0

import { type Platform, platforms } from '../pubg.ts';

/** An account as text, `steam/Name` or `steam/account.<32 hex>`. Names never contain a slash. */
export type AccountName = { platform: Platform; name: string } | { platform: Platform; id: string };

export const accountId = /^account\.[0-9a-f]{32}$/;

export function isPlatform(text: string): text is Platform {
  return Object.hasOwn(platforms, text);
}

/** @returns undefined without a known platform or without a name */
export function readAccount(text: string): AccountName | undefined {
  const [, platform = '', name = ''] = /^([a-z]+)\/(.+)$/.exec(text) ?? [];
  if (!isPlatform(platform) || name === '') return undefined;
  return accountId.test(name) ? { platform, id: name } : { platform, name };
}
