// SPDX-License-Identifier: Apache-2.0

import { patternSource } from '../../contract/path-pattern.ts';

/** What the build passes to the worker (web/build/service-worker.ts). */
export interface OfflineParts {
  /** Kept when the worker is installed. Null: the name changes with the content. */
  files: { url: string; revision: string | null }[];
  /** Which of them is the page for an address; the first match counts, and the last one matches any. */
  pages: { pattern: string; page: string }[];
}

/** Addresses that the server answers itself: sign-in leads through some of them, and others are files. */
const isOfServer = (pathname: string) => /^\/api\/|\.\w+$/.test(pathname);

/** The kept page for an address; undefined if there is none. */
export function findPage(pathname: string, pages: OfflineParts['pages']): string | undefined {
  if (isOfServer(pathname)) return undefined;
  return pages.find(({ pattern }) => new RegExp(`^${patternSource(pattern)}/?$`, 'i').test(pathname))?.page;
}
