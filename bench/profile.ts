// SPDX-License-Identifier: Apache-2.0

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchContext } from './context.ts';
import { drawFlameGraph } from './flame-graph.ts';

/** Folder for profiles; git ignores it. */
const folder = 'reports/profiles';

/**
 * With `--profile`: flags that make the measured server record a CPU profile, and a function that draws its flame graph
 * after the server has exited. Without it, no flags and a function that does nothing.
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
      if (!existsSync(path)) throw new Error(`${path} is missing: the server did not exit normally`);
      for (const line of drawFlameGraph(path)) log(line);
      log(
        `${path.replace('.cpuprofile', '.svg')}: open it in a browser, or the .cpuprofile in its developer tools`,
      );
    },
  };
}
