// SPDX-License-Identifier: Apache-2.0

import { expect, it, vi } from 'vitest';
import { patienceFlags } from './app.ts';

it('stretches the limits of an app on a slow machine, unless it is measured by them', () => {
  vi.stubEnv('TEST_SLOWNESS', '4');
  expect(patienceFlags()).toEqual(['--import', expect.stringContaining('patient-app.ts')]);
  expect(patienceFlags('/another/checkout')).toEqual([]);
  expect(patienceFlags(undefined, true)).toEqual([]);
});
