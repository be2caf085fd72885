// SPDX-License-Identifier: Apache-2.0

/** Every folder with a package-lock.json of its own, but for `runtime/`, which has Node alone. */
export const lockedFolders = ['.', 'art', 'bench', 'docs/.vitepress', 'tests/mutation'];
