// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { startFakeDatabase } from '../../../tests/support/fake-database.ts';
import { countServers } from './count-servers.ts';

it('sees that several servers answer under one name', async () => {
  const fake = await startFakeDatabase('2026-01-01 00:00:00+00');
  const url = `postgresql://finalring@${fake.host}/finalring`;
  expect(await countServers(url)).toBe(1);
  let asked = 0;
  Object.defineProperty(fake, 'says', { get: () => `2026-01-0${1 + (asked++ % 2)} 00:00:00+00` });
  expect(await countServers(url)).toBe(2);
  await fake.close();
  expect(await countServers(url)).toBe(0);
});
