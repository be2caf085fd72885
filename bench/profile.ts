// SPDX-License-Identifier: Apache-2.0

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchContext } from './context.ts';

/** Folder for profiles; git ignores it. */
const folder = 'reports/profiles';

/**
 * With `--profile`: flags that make the measured server record a CPU profile, and a function that names its file after
 * the server has exited. Without it, no flags and a function that does nothing.
 */
export function profileOf(
  name: string,
  { isProfiled, log }: BenchContext,
): { flags: readonly string[]; report(): void } {
  if (!isProfiled) return { flags: [], report() {} };
  const file = `${name}.cpuprofile`;
  return {
    flags: ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${file}`, '--cpu-prof-interval=500'],
    report() {
      const path = join(folder, file);
      if (!existsSync(path)) throw new Error(`${path} is missing: the server did not exit normally`);
      log(`${path}: open it in a browser's developer tools`);
    },
  };
}
