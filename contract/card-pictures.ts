// SPDX-License-Identifier: Apache-2.0

/**
 * The files of a gift card's picture. The page shows them, and the server announces the first ones before the page can
 * ask.
 */

type Form = 'avif' | 'webp';

/** In pixels. */
const widths = [320, 640];

/** How wide a card in the shop's list is drawn (`sizes`), so that the browser can choose a file. */
export const listedCardSizes = '(min-width: 64rem) 24rem, (min-width: 22.5rem) 50vw, 100vw';

/**
 * @param base address of all pictures, with or without a slash at the end
 * @param width in pixels, one of the widths that are stored
 */
export function pictureAddress(base: string, image: string, width: number, form: Form): string {
  return `${base.replace(/\/$/, '')}/${image}-${width}.${form}`;
}

/** All files of one form, as `srcset` wants them. */
export function pictureSet(base: string, image: string, form: Form): string {
  return widths.map((width) => `${pictureAddress(base, image, width, form)} ${width}w`).join(', ');
}
