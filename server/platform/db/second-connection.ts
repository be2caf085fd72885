// SPDX-License-Identifier: Apache-2.0

import { AsyncLocalStorage } from 'node:async_hooks';
import type { WatchedPool } from '../postgres/watched-pool.ts';

/** The owner of the connections; another database's connections do not count. */
export interface Owner {
  pools: readonly WatchedPool[];
  onSecondConnection: (error: Error) => void;
}

interface OpenTransaction {
  owner: Owner;
  /** False once it has ended, though work that it started may continue. */
  isOpen: boolean;
}

/** The transaction of the running code, if any. */
export const transactions = new AsyncLocalStorage<OpenTransaction>();

/**
 * A second connection inside a transaction can deadlock the pool: once every connection is held by such a transaction,
 * all of them wait forever.
 */
export function reportNestedConnection({ pools, onSecondConnection }: Owner): void {
  const transaction = transactions.getStore();
  if (transaction?.isOpen && transaction.owner.pools === pools) {
    onSecondConnection(new Error('a transaction asked for a second connection: pass its tx on'));
  }
}

/** Runs `work` outside the caller's transaction, as a concurrent caller would. */
export function outsideTransaction<Result>(work: () => Result): Result {
  return transactions.exit(work);
}
