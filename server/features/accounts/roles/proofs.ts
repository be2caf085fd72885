// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { type Claim, maxBreaches } from '../../../ledger/proof.ts';
import { findMiscounted } from '../../../platform/db/counted.ts';

/** The invariants of roles. */
export const roleProofs: readonly Claim[] = [
  {
    claim: 'Each role counts its users correctly',
    contradictions: findMiscounted({
      counter: 'role holders',
      name: 'role',
      subject: sql`role`,
      rows: sql`players where deleted_at is null`,
      limit: maxBreaches,
    }),
  },
];
