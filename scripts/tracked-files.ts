// SPDX-License-Identifier: Apache-2.0

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Paths of all files that git tracks or would add, without deleted ones. New files count even before they are added.
 */
export function listTrackedFiles(): string[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file && existsSync(file));
}
