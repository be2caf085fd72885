// SPDX-License-Identifier: Apache-2.0

/** Until there are tags: far enough back to have other tables. */
const commitWithoutTags = 'HEAD~25';

/** The previous release: the newest tag before this checkout's commit, or HEAD~25 if there is none. */
export function findPreviousRelease(git: (...args: string[]) => string): string {
  try {
    return git('describe', '--tags', '--abbrev=0', 'HEAD^');
  } catch {
    return commitWithoutTags;
  }
}
