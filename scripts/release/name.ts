// SPDX-License-Identifier: Apache-2.0

import { toRelease } from '../../server/version.ts';

interface Release {
  version: string;
  /** The whole id. */
  commit: string;
  /** Files differ from those of the commit. */
  isChanged: boolean;
}

/**
 * The name of a release, which its folder has too, and its archive before the platform. It names the commit, so that
 * unpacking one release never overwrites another, which may be running.
 */
export function nameRelease({ version, commit, isChanged }: Release): string {
  return `finalring-${toRelease(version, commit)}${isChanged ? '-changed' : ''}`;
}

/**
 * Two releases under one number: an operator, and everybody who hears of a fault, could not tell them apart.
 * @param taggedCommit what the tag of this version points to; undefined if there is none
 * @param archives names of archives made here before
 * @returns one line that says what to do; undefined if the number is free or this very release's
 */
export function findClash(
  { version, commit }: Pick<Release, 'version' | 'commit'>,
  { taggedCommit, archives }: { taggedCommit: string | undefined; archives: readonly string[] },
): string | undefined {
  const advice = 'give this one another version in package.json, with an entry in CHANGELOG.md';
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
