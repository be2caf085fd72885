// SPDX-License-Identifier: Apache-2.0

/**
 * How apps name their built-in browsers. Google refuses sign-ins there (403 `disallowed_useragent`). Our installed app
 * isn't one of them.
 */
const signs =
  /\b(?:Instagram|FBAN|FBAV|FB_IAB|musical_ly|BytedanceWebview|TikTok|trill|Snapchat|Twitter for|LinkedInApp|Pinterest\/|Line\/|MicroMessenger|Telegram)|; wv\)/i;

/** Whether the page is open in another app's browser, according to the User-Agent. */
export function isInAppBrowser(userAgent: string): boolean {
  return signs.test(userAgent);
}

/** On Android, an address that opens in the player's own browser; otherwise undefined. */
export function ownBrowserAddress(userAgent: string, page: string): string | undefined {
  if (!/\bAndroid\b/.test(userAgent)) return undefined;
  const { protocol, host, pathname } = new URL(page);
  const fallback = encodeURIComponent(page);
  return `intent://${host}${pathname}#Intent;scheme=${protocol.slice(0, -1)};action=android.intent.action.VIEW;S.browser_fallback_url=${fallback};end`;
}
