// SPDX-License-Identifier: Apache-2.0

import { spawnSync } from 'node:child_process';
import { it } from 'vitest';

/** Prometheus' own tool (Debian's package `prometheus`). */
export const promtool = {
  isThere: spawnSync('promtool', ['--version']).status === 0,
  /** @returns the faults that it finds; empty if none */
  run(args: readonly string[]): string {
    const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
    return status === 0 ? '' : `${stdout}${stderr}`;
  },
};

/** Reports that tests were skipped without it. */
export function leftOutWithoutPromtool(): void {
  it.skipIf(promtool.isThere)('SKIPPED: promtool is not installed (Debian: prometheus)', ({ skip }) => {
    console.log('SKIPPED: what Prometheus makes of the rules and panels is tested only with promtool');
    skip();
  });
}
