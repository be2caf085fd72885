import { AsyncLocalStorage } from 'node:async_hooks';
import type { Access } from '../../../contract/endpoint.ts';
import type { Refusal } from '../refusal.ts';
import type { Database, Tx } from './database.ts';

/** Who makes the call that is being answered. */
export interface Caller {
  playerId: string;
  /** What they must be allowed for it; 'signed-in': no more than to have an account. Null: the work decides itself. */
  access: Access | null;
  /** Their network address. */
  address: string;
}

/**
 * Every change has to ask for the caller: whether they still may, and where the log says they were. Handed through
 * every use-case, one of them would forget it.
 */
const callers = new AsyncLocalStorage<Caller>();

/** Runs `work` as a call of `caller`. */
export function callAs<Result>(caller: Caller, work: () => Result): Result {
  return callers.run(caller, work);
}

/** The address of the call that is being answered; '' where there is none, such as in a job. */
export function addressOfCall(): string {
  return callers.getStore()?.address ?? '';
}

/**
 * The same database, in which every transaction of a call begins with `hold`: it decides on locked rows whether the
 * caller still may, so that what ended their right a moment ago, after the call was let in, counts. What it refuses
 * ends the call. Costs a round trip or two for each call that changes something; work outside a call is not held up.
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
    // The way round for what takes long would otherwise be a way round this.
    reports: { ...db.reports, transaction: (work) => db.reports.transaction(holding(work)) },
  };
}
