import type { Sql } from 'sql-template-tag';
import type { Tx } from '../platform/db/database.ts';

/** A statement about the books, and what contradicts it (at most `breachesAtMost` of them). */
export interface Proof {
  claim: string;
  breaches: string[];
}

export const breachesAtMost = 20;

/** @param contradictions selects a text `breach` for each thing that contradicts the claim */
export async function prove(tx: Tx, claim: string, contradictions: Sql): Promise<Proof> {
  const rows = await tx.rows<{ breach: string }>(contradictions);
  return { claim, breaches: rows.map(({ breach }) => breach) };
}
