// SPDX-License-Identifier: Apache-2.0

import { patternSource } from '../../contract/path-pattern.ts';

/** What the build tells the worker (web/build/service-worker.ts). */
export interface OfflineParts {
  /** Kept when the worker is installed. Null: its name changes with its content. */
  files: { url: string; revision: string | null }[];
  /** Which of them is the page at an address; the first that matches counts. */
  pages: { pattern: string; page: string }[];
}

/** The kept page of an address; undefined where there is none. */
export function findPage(pathname: string, pages: OfflineParts['pages']): string | undefined {
  return pages.find(({ pattern }) => new RegExp(`^${patternSource(pattern)}/?$`, 'i').test(pathname))?.page;
}
