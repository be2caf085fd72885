// SPDX-License-Identifier: Apache-2.0

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchContext } from './context.ts';
import { drawFlameGraph } from './flame-graph.ts';

/** Where profiles are kept, which git ignores. */
const folder = 'reports/profiles';

/**
 * With `--profile`: flags by which the measured server keeps a profile of its processor time, and what draws the flame graph
 * of it once the server has ended. Without: nothing of both.
 */
export function profileOf(
  name: string,
  { isProfiled, log }: BenchContext,
): { flags: readonly string[]; draw(): void } {
  if (!isProfiled) return { flags: [], draw() {} };
  const file = `${name}.cpuprofile`;
  return {
    flags: ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${file}`, '--cpu-prof-interval=500'],
    draw() {
      const path = join(folder, file);
      if (!existsSync(path)) throw new Error(`${path} is not there: the server did not end by itself`);
      for (const line of drawFlameGraph(path)) log(line);
      log(
        `${path.replace('.cpuprofile', '.svg')}: open it in a browser; the profile itself in its tools for developers`,
      );
    },
  };
}
