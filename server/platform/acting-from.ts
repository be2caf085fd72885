import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The network address that an administrator's call came from. The log of their changes asks for it, whichever feature
 * writes: handed through every use-case, one of them would forget it.
 */
const addresses = new AsyncLocalStorage<string>();

/** Runs `work` as a call from `address`. */
export function actingFrom<Result>(address: string, work: () => Result): Result {
  return addresses.run(address, work);
}

/** The address of the call that is being answered; '' where there is none, such as in a job. */
export function addressOfCall(): string {
  return addresses.getStore() ?? '';
}
