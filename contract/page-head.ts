// SPDX-License-Identifier: Apache-2.0

/**
 * Placeholders that the server fills in a page that serves many addresses (`/r/{id}`): the head, because crawlers of
 * chats and social networks don't run scripts, and the heading, which shows before any script runs. Each placeholder
 * contains the default for addresses unknown to the server.
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

/** @param fill returns the markup for a part; undefined keeps the page's default, which is already markup */
export function fillHeadPlaces(text: string, fill: (part: HeadPart) => string | undefined): string {
  return text.replace(places, (_place, part: HeadPart, otherwise: string) => fill(part) ?? otherwise);
}
