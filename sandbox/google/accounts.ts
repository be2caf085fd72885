// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import type { Person } from '../identity/person.ts';

export interface GoogleAccounts {
  /** Remembers who signed in and answers their `sub`. */
  remember(person: Person): string;
  find(sub: string): Person | undefined;
}

/** People by `sub`, a function of the account alone: it stays when the address changes, and over a restart. */
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

/** 21 digits, as Google's. */
function toSubject(account: string): string {
  const digest = createHash('sha256').update(`google:${account.toLowerCase()}`).digest('hex');
  return `1${(BigInt(`0x${digest}`) % 10n ** 20n).toString().padStart(20, '0')}`;
}
