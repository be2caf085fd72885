// SPDX-License-Identifier: Apache-2.0

import { expect, it, vi } from 'vitest';
import { patienceFlags } from './app.ts';

it('stretches the time limits of an app on a slow machine, unless the test measures time', () => {
  vi.stubEnv('TEST_SLOWNESS', '4');
  expect(patienceFlags()).toEqual(['--import', expect.stringContaining('patient-app.ts')]);
  expect(patienceFlags('/another/checkout')).toEqual([]);
  expect(patienceFlags(undefined, true)).toEqual([]);
});
