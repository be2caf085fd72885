// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import type { Platform } from '../feature.ts';
import { door } from './feature.ts';

it.each([
  [{}, []],
  [{ ARCHIVE_AFTER_MONTHS: '25' }, []],
  [{ ARCHIVE_AFTER_MONTHS: '25', ARCHIVE_TRANSFERS: 'on' }, ['transfers']],
])('lets months of transfers leave where the operator asks for it alone: %j', (env, leaving) => {
  const { parted } = door.open({ config: readConfig(env) } as Platform);
  expect(parted.map(({ name }) => name)).toEqual(leaving);
});
