// SPDX-License-Identifier: Apache-2.0

import { patternSource } from '../../contract/path-pattern.ts';

/** The data that the build passes to the worker (web/build/service-worker.ts). */
export interface OfflineParts {
  /** Files to store when the worker is installed. The revision is null, since the name changes with the content. */
  files: { url: string; revision: string | null }[];
  /** Which stored page serves an address. The first match counts; the last entry matches any. */
  pages: { pattern: string; page: string }[];
}

/** Addresses that the server answers itself: some belong to sign-in, others are files. */
const isOfServer = (pathname: string) => /^\/api\/|\.\w+$/.test(pathname);

/** The stored page for an address; undefined if there is none. */
export function findPage(pathname: string, pages: OfflineParts['pages']): string | undefined {
  if (isOfServer(pathname)) return undefined;
  return pages.find(({ pattern }) => new RegExp(`^${patternSource(pattern)}/?$`, 'i').test(pathname))?.page;
}
