// SPDX-License-Identifier: Apache-2.0

import { defineConfig } from 'vitest/config';
import { patient, testMs, waitMs } from '../support/patience.ts';

export default defineConfig({
  test: {
    root: process.cwd(),
    include: [process.env.MUTATION_TESTS ?? ''],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: [
      'tests/support/no-outside-network.ts',
      'tests/support/patient-waits.ts',
      'contract/words.ts',
    ],
    isolate: false,
    testTimeout: patient(testMs),
    hookTimeout: patient(testMs),
    expect: { poll: { timeout: patient(waitMs) } },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
