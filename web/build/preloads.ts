// SPDX-License-Identifier: Apache-2.0

/**
 * What every page asks for at once, before its styles say that it needs them: the two fonts. In the order of use: the
 * display face stands in the largest words.
 */
import interFont from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import oxaniumFont from '@fontsource-variable/oxanium/files/oxanium-latin-wght-normal.woff2?url';

export const preloads = [oxaniumFont, interFont].map((href) => ({
  rel: 'preload',
  href,
  as: 'font' as const,
  type: 'font/woff2',
  crossOrigin: 'anonymous' as const,
}));
