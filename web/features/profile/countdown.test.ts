// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { countdown } from './countdown.ts';

const end = '2026-06-15T12:10:00.000Z';

it.each([
  ['12:00:00.000', '10:00'],
  ['12:00:00.001', '10:00'],
  ['12:00:18.000', '9:42'],
  ['12:09:00.000', '1:00'],
  ['12:09:59.900', '0:01'],
  ['12:10:00.000', null],
  ['12:11:00.000', null],
])('shows at %s the time left: %s', (time, left) => {
  expect(countdown(end, Date.parse(`2026-06-15T${time}Z`))).toBe(left);
});
