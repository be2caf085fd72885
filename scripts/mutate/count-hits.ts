// SPDX-License-Identifier: Apache-2.0

/** A setup file for each test file of `npm run mutate`: reports which mutants the file reached, and ends endless loops. */
import { afterAll, beforeAll, inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    hitLimit: number;
  }
  interface TaskMeta {
    /** How often each mutant was reached, by number. */
    mutantHits?: Record<string, number>;
    /** Those reached while the file was loaded, and those reached afterwards. */
    mutantsOnLoad?: string[];
    mutantsInTests?: string[];
  }
}

/** The interface to the sources that Stryker instrumented. */
export interface Switchboard {
  activeMutant?: string;
  /** Whether modules were loaded while a mutant was active. */
  isTainted?: boolean;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?: { static: Record<string, number> };
}
const all = globalThis as { __stryker__?: Switchboard };
all.__stryker__ ??= {};
export const switchboard = all.__stryker__;
switchboard.hitLimit = inject('hitLimit');
switchboard.hitCount = 0;

let onLoad: Record<string, number> = {};
beforeAll(() => {
  onLoad = { ...switchboard.mutantCoverage?.static };
});

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it that nothing of the context is wanted
afterAll(({}, file) => {
  const hits = switchboard.mutantCoverage?.static ?? {};
  file.meta.mutantHits = hits;
  file.meta.mutantsOnLoad = Object.keys(onLoad);
  file.meta.mutantsInTests = Object.keys(hits).filter((mutant) => hits[mutant] !== onLoad[mutant]);
});
