// SPDX-License-Identifier: Apache-2.0

import { toRelease } from '../../server/version.ts';

interface Release {
  version: string;
  /** The commit's full id. */
  commit: string;
  /** True if files differ from the commit. */
  isChanged: boolean;
}

/**
 * A release's name, also used for its folder and, with the platform, its archive. Contains the commit, so that
 * unpacking never overwrites another release, which may be running.
 */
export function nameRelease({ version, commit, isChanged }: Release): string {
  return `finalring-${toRelease(version, commit)}${isChanged ? '-changed' : ''}`;
}

/**
 * Refuses to reuse a version number for different contents, since operators and bug reports couldn't tell the releases
 * apart.
 * @param taggedCommit the commit with this version's tag; undefined if there is none
 * @param archives names of archives made here before
 * @returns a one-line instruction; undefined if the number is free or belongs to this release
 */
export function findClash(
  { version, commit }: Pick<Release, 'version' | 'commit'>,
  { taggedCommit, archives }: { taggedCommit: string | undefined; archives: readonly string[] },
): string | undefined {
  const advice = 'change the version in package.json and add an entry to CHANGELOG.md';
  if (taggedCommit !== undefined && taggedCommit !== commit) {
    return `${version} was released from ${taggedCommit} (tag v${version}): ${advice}`;
  }
  const prefix = `finalring-${version}-`;
  const own = nameRelease({ version, commit, isChanged: false });
  const other = archives.find(
    (name) => name.startsWith(prefix) && !name.startsWith(`${own}-`) && !name.includes('-changed-'),
  );
  return other && `${version} was released as ${other}: ${advice}, or delete that archive if nobody has it`;
}
