// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import type { Person } from '../identity/person.ts';

export interface GoogleAccounts {
  /** Remembers the people who signed in, and finds them by `sub`. */
  remember(person: Person): string;
  find(sub: string): Person | undefined;
}

/** People by `sub`. It depends only on the account, so it survives restarts and changes of the address. */
export function googleAccounts(): GoogleAccounts {
  const people = new Map<string, Person>();
  return {
    remember: (person) => {
      const sub = toSubject(person.account);
      people.set(sub, person);
      return sub;
    },
    find: (sub) => people.get(sub),
  };
}

/** 21 digits, like Google's. */
function toSubject(account: string): string {
  const digest = createHash('sha256').update(`google:${account.toLowerCase()}`).digest('hex');
  return `1${(BigInt(`0x${digest}`) % 10n ** 20n).toString().padStart(20, '0')}`;
}
