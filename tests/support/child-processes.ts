// SPDX-License-Identifier: Apache-2.0

import { execFileSync } from 'node:child_process';

/** The application's processes that `parent` started, in order of their start (WEB_PROCESSES). */
export function membersOf(parent: number | undefined): number[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((found) => Number(found?.[2]) === parent && found?.[3]?.includes('cli/main.ts'))
    .map((found) => Number(found?.[1]))
    .sort((a, b) => a - b);
}
