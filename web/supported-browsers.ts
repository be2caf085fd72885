// SPDX-License-Identifier: Apache-2.0

/**
 * The oldest supported browsers, named as in MDN's data: those of the last two years, and older ones as far as the
 * style sheets work there. The build targets them (vite.config.ts), and a browser test removes all newer features
 * (tests/e2e/first-load.spec.ts).
 */
export const supportedBrowsers = {
  chrome: '119',
  edge: '119',
  firefox: '128',
  safari: '17.0',
  safari_ios: '17.0',
};
