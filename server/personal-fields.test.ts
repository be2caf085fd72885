// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { personalFields } from './personal-fields.ts';

it("removes exactly these personal fields from the administrators' log", () => {
  const known = ['name', 'handle', 'email', 'avatar', 'googleId', 'discordUserId', 'epicId'];
  expect([...personalFields].sort()).toEqual([...known, 'birthDate', 'region'].sort());
});
