// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { isInAppBrowser, ownBrowserAddress } from './in-app-browser.ts';

const android =
  'Mozilla/5.0 (Linux; Android 14; SM-S918B Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/125.0.6422.165 Mobile Safari/537.36';
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';

it.each([
  ['Instagram on Android', `${android} Instagram 334.0.0.42.95 Android (34/14; 480dpi; 1080x2115; samsung)`],
  ['Instagram on iPhone', `${iPhone} Instagram 334.0.4.32.98 (iPhone15,3; iOS 17_5_1; en_US)`],
  ['Facebook on Android', `${android} [FB_IAB/FB4A;FBAV/466.1.0.49.85;]`],
  ['Facebook on iPhone', `${iPhone} [FBAN/FBIOS;FBAV/466.0.0.33.108;FBBV/607215132;FBDV/iPhone15,3]`],
  [
    'TikTok on Android',
    `${android} trill_340503 JsSdk/1.0 NetType/WIFI Channel/googleplay BytedanceWebview/d8a21c6`,
  ],
  ['TikTok on iPhone', `${iPhone} musical_ly_34.5.0 JsSdk/2.0 NetType/WIFI Channel/App Store`],
  ['Snapchat on iPhone', `${iPhone} Snapchat/12.88.0.36 (like Safari/8618.2.12.10.9, panda)`],
  ['an app that gives no name, on Android', android],
])('recognizes %s as a browser inside an app', (_who, userAgent) => {
  expect(isInAppBrowser(userAgent)).toBe(true);
});

it.each([
  [
    'Chrome on Android',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Mobile Safari/537.36',
  ],
  ['Safari on iPhone', `${iPhone.replace('Mobile', 'Version/17.5 Mobile')} Safari/604.1`],
  ['a page on the home screen of an iPhone', iPhone],
  ['Firefox', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0'],
  ['nothing', ''],
])('treats %s as an independent browser', (_who, userAgent) => {
  expect(isInAppBrowser(userAgent)).toBe(false);
});

it('opens the player’s own browser on Android, with the invitation and without the error', () => {
  const page = 'https://play.test/referrals/ABC234';
  expect(ownBrowserAddress(android, page)).toBe(
    'intent://play.test/referrals/ABC234#Intent;scheme=https;action=android.intent.action.VIEW;S.browser_fallback_url=https%3A%2F%2Fplay.test%2Freferrals%2FABC234;end',
  );
  expect(ownBrowserAddress(iPhone, page)).toBeUndefined();
});
