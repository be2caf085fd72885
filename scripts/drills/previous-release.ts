// SPDX-License-Identifier: Apache-2.0

/** Until there are tags: the release that every database has to pass through (server/platform/db/migrate.ts). */
const commitWithoutTags = 'dc915e32';

/** The previous release: the newest tag before this checkout's commit, or else the oldest that can be upgraded. */
export function findPreviousRelease(git: (...args: string[]) => string): string {
  try {
    return git('describe', '--tags', '--abbrev=0', 'HEAD^');
  } catch {
    return commitWithoutTags;
  }
}
