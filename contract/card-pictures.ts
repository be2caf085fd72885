// SPDX-License-Identifier: Apache-2.0

/**
 * File names of gift card pictures, shared by page and server: the server announces the first pictures before the page
 * requests them.
 */

type Form = 'avif' | 'webp';

/** In pixels. */
const widths = [320, 640];

/** The width of a card in the shop's list (`sizes`), so that the browser can choose a file. */
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
