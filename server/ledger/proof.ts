// SPDX-License-Identifier: Apache-2.0

import type { Sql } from 'sql-template-tag';

/** A statement about the books that must always be true. */
export interface Claim {
  /** As `npx finalring audit` prints it. */
  claim: string;
  /** Selects a text `breach` for each contradiction, at most `maxBreaches`. */
  contradictions: Sql;
}

export const maxBreaches = 20;
