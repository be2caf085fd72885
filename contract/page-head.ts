// SPDX-License-Identifier: Apache-2.0

/**
 * What the server puts into a built page that stands for many names (`/r/{id}`): into its head, since crawlers of chats
 * and networks read it and run no script, and as its heading, which is there before any script. Each place carries what stands there where the server knows nothing of the name.
 */
const parts = ['title', 'description', 'image', 'heading'] as const;
export type HeadPart = (typeof parts)[number];

/** In a page that is built: the place of `part`. */
export function headPlace(part: HeadPart, otherwise: string): string {
  return `{{${part}|${otherwise}}}`;
}

const places = new RegExp(`\\{\\{(${parts.join('|')})\\|([^{}]*)\\}\\}`, 'g');

/** Whether the server would change something in `text`. */
export function hasHeadPlaces(text: string): boolean {
  return text.search(places) >= 0;
}

/** @param fill what stands in a place, as markup; undefined for what the page carries itself, which is markup already */
export function fillHeadPlaces(text: string, fill: (part: HeadPart) => string | undefined): string {
  return text.replace(places, (_place, part: HeadPart, otherwise: string) => fill(part) ?? otherwise);
}
