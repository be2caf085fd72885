// SPDX-License-Identifier: Apache-2.0

/** Every folder with its own package-lock.json, except `runtime/`, which contains only Node. */
export const lockedFolders = [
  '.',
  'art',
  'bench',
  'docs/.vitepress',
  'tests/mutation',
  'tests/older-postgres',
];
