// SPDX-License-Identifier: Apache-2.0

/** Set up before each test file of `npm run mutate`: tells which mutants the file reached, and ends what loops for ever. */
import { afterAll, beforeAll, inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    hitLimit: number;
  }
  interface TaskMeta {
    /** How often each mutant was reached, by its number. */
    mutantHits?: Record<string, number>;
    /** Those that were reached while the file was loaded, and those that were once it was. */
    mutantsOnLoad?: string[];
    mutantsInTests?: string[];
  }
}

/** What the sources that Stryker instrumented speak with. */
export interface Switchboard {
  activeMutant?: string;
  /** Modules were loaded with a mutant awake. */
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
