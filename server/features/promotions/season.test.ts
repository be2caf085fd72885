// SPDX-License-Identifier: Apache-2.0
// @module-tag long

import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { playSeason } from '../../../tests/support/season.ts';
import { auditLedger } from '../../audit.ts';

const db = openTestDatabase({ poolSize: 16 });

it('matches an independent model in rewards and achievements of a whole season, also when replayed', async () => {
  const { differences, rewards, achievements } = await playSeason(db, { players: 60, facts: 700, days: 14 });
  expect(differences).toEqual([]);
  expect(rewards).toBeGreaterThan(300);
  expect(achievements).toBeGreaterThan(300);
  const { proofs } = await auditLedger(db);
  expect(proofs.filter(({ breaches }) => breaches.length > 0)).toEqual([]);
});
