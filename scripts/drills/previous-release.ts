// SPDX-License-Identifier: Apache-2.0

/** Used until tags exist: the release that every database must pass through (server/platform/db/migrate.ts). */
const commitWithoutTags = 'dc915e32';

/** The previous release: the newest tag before this commit, or else the oldest upgradable release. */
export function findPreviousRelease(git: (...args: string[]) => string): string {
  try {
    return git('describe', '--tags', '--abbrev=0', 'HEAD^');
  } catch {
    return commitWithoutTags;
  }
}
