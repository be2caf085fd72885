// SPDX-License-Identifier: Apache-2.0

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Access } from '../../../contract/endpoint.ts';
import type { Refusal } from '../refusal.ts';
import type { Database, Tx } from './database.ts';

/** The player who makes the current call. */
export interface Caller {
  playerId: string;
  /** The required permission; 'signed-in' requires only an account; null: the use case decides. */
  access: Access | null;
  /** Their network address. */
  address: string;
}

/**
 * Every change needs the caller, to check their rights and to log their address. Stored here: if every use case had to
 * pass it on, one would forget it.
 */
const callers = new AsyncLocalStorage<Caller>();

/** Runs `work` as a call of `caller`. */
export function callAs<Result>(caller: Caller, work: () => Result): Result {
  return callers.run(caller, work);
}

/** The network address of the current call; '' without one, such as in a job. */
export function addressOfCall(): string {
  return callers.getStore()?.address ?? '';
}

/**
 * Wraps `db` so that every transaction of a call starts with `hold`, which checks the caller's rights on locked rows:
 * so revoking a right takes effect even after the call was admitted. Its refusal ends the call. Costs one or two round
 * trips for each call that changes something; work outside a call is unaffected.
 */
export function holdingCallers(
  db: Database,
  hold: (tx: Tx, caller: Caller) => Promise<Refusal | undefined>,
): Database {
  const holding =
    <Result>(work: (tx: Tx) => Promise<Result>) =>
    async (tx: Tx) => {
      const caller = callers.getStore();
      const refusal = caller && (await hold(tx, caller));
      if (refusal) throw refusal;
      return work(tx);
    };
  return {
    ...db,
    transaction: (work) => db.transaction(holding(work)),
    // Reports have separate transactions, which must not bypass the check.
    reports: { ...db.reports, transaction: (work) => db.reports.transaction(holding(work)) },
  };
}
