// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { findClash, nameRelease } from './name.ts';

const [one, other] = ['a'.repeat(40), `b${'a'.repeat(39)}`];
const archive = 'finalring-0.2.0-aaaaaaaaaaaa-linux-x64.tar.gz';

it('names a release by version and commit, so that no two unpack into the same folder', () => {
  const names = [
    nameRelease({ version: '0.2.0', commit: one, isChanged: false }),
    nameRelease({ version: '0.2.0', commit: other, isChanged: false }),
    nameRelease({ version: '0.2.0', commit: one, isChanged: true }),
  ];
  expect(names[0]).toBe('finalring-0.2.0-aaaaaaaaaaaa');
  expect(new Set(names).size).toBe(3);
});

it('refuses a second release with the same number', () => {
  const release = { version: '0.2.0', commit: other };
  expect(findClash(release, { taggedCommit: one, archives: [] })).toContain(
    `released from ${one} (tag v0.2.0)`,
  );
  expect(findClash(release, { taggedCommit: undefined, archives: [archive] })).toContain(
    `released as ${archive}`,
  );
});

it('allows rebuilding the same release, a release with another number, and trial builds', () => {
  const release = { version: '0.2.0', commit: one };
  expect(findClash(release, { taggedCommit: one, archives: [archive] })).toBeUndefined();
  const others = [
    'finalring-0.1.0-linux-x64.tar.gz',
    'finalring-0.2.0-bbbbbbbbbbbb-changed-linux-x64.tar.gz',
    'finalring-0.2.01-bbbbbbbbbbbb-linux-x64.tar.gz',
  ];
  expect(findClash(release, { taggedCommit: undefined, archives: others })).toBeUndefined();
});
