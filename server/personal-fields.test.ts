// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { personalFields } from './personal-fields.ts';

it('takes these fields out of the log of administrators’ changes, and none twice', () => {
  const known = ['name', 'handle', 'email', 'avatar', 'googleId', 'discordUserId', 'epicId'];
  expect([...personalFields].sort()).toEqual([...known, 'birthDate', 'region'].sort());
});
