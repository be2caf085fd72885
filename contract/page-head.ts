// SPDX-License-Identifier: Apache-2.0

/**
 * What the server fills into a built page that is served at many addresses (`/r/{id}`): the head, since the crawlers of
 * chats and social networks read it without running scripts, and the heading, which shows before any script runs. Each
 * placeholder contains the default for addresses that the server knows nothing about.
 */
const parts = ['title', 'description', 'image', 'heading'] as const;
export type HeadPart = (typeof parts)[number];

/** The placeholder of `part` in a built page. */
export function headPlace(part: HeadPart, otherwise: string): string {
  return `{{${part}|${otherwise}}}`;
}

const places = new RegExp(`\\{\\{(${parts.join('|')})\\|([^{}]*)\\}\\}`, 'g');

/** Whether `text` has any placeholder. */
export function hasHeadPlaces(text: string): boolean {
  return text.search(places) >= 0;
}

/** @param fill returns markup for a part; undefined keeps the page's default, which is markup already */
export function fillHeadPlaces(text: string, fill: (part: HeadPart) => string | undefined): string {
  return text.replace(places, (_place, part: HeadPart, otherwise: string) => fill(part) ?? otherwise);
}
