import type { Sql } from 'sql-template-tag';

/** A statement about the books that every state of the database must bear out. */
export interface Claim {
  /** As `npm run audit` prints it. */
  claim: string;
  /** Selects a text `breach` for each thing that contradicts it, `maxBreaches` at most. */
  contradictions: Sql;
}

export const maxBreaches = 20;
