// SPDX-License-Identifier: Apache-2.0

/** Set up before each test file of `npm run mutate`: tells which mutants the file reached, and ends what loops for ever. */
import { afterAll, inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    hitLimit: number;
  }
  interface TaskMeta {
    /** How often each mutant was reached, by its number. */
    mutantHits?: Record<string, number>;
  }
}

/** What the sources that Stryker instrumented speak with. */
export interface Switchboard {
  activeMutant?: string;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?: { static: Record<string, number> };
}
const all = globalThis as { __stryker__?: Switchboard };
all.__stryker__ ??= {};
export const switchboard = all.__stryker__;
switchboard.hitLimit = inject('hitLimit');
switchboard.hitCount = 0;

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it that nothing of the context is wanted
afterAll(({}, file) => {
  file.meta.mutantHits = switchboard.mutantCoverage?.static ?? {};
});
