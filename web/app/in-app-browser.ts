// SPDX-License-Identifier: Apache-2.0

/**
 * How apps name the browsers inside them. Google refuses sign-ins there (403 `disallowed_useragent`). An installed page
 * of ours is none of these.
 */
const signs =
  /\b(?:Instagram|FBAN|FBAV|FB_IAB|musical_ly|BytedanceWebview|TikTok|trill|Snapchat|Twitter for|LinkedInApp|Pinterest\/|Line\/|MicroMessenger|Telegram)|; wv\)/i;

/** Whether a page is shown inside another app, by the browser's User-Agent. */
export function isInAppBrowser(userAgent: string): boolean {
  return signs.test(userAgent);
}

/** An address that Android opens in the player's own browser; undefined elsewhere. */
export function ownBrowserAddress(userAgent: string, page: string): string | undefined {
  if (!/\bAndroid\b/.test(userAgent)) return undefined;
  const { protocol, host, pathname } = new URL(page);
  const fallback = encodeURIComponent(page);
  return `intent://${host}${pathname}#Intent;scheme=${protocol.slice(0, -1)};action=android.intent.action.VIEW;S.browser_fallback_url=${fallback};end`;
}
