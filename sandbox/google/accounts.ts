// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import type { Person } from '../identity/person.ts';

export interface GoogleAccounts {
  /** Remembers who signed in and answers their `sub`. */
  remember(person: Person): string;
  find(sub: string): Person | undefined;
}

/** People by `sub`, which is a function of the address alone: the same address is the same person after a restart. */
export function googleAccounts(): GoogleAccounts {
  const people = new Map<string, Person>();
  return {
    remember: (person) => {
      const sub = toSubject(person.email);
      people.set(sub, person);
      return sub;
    },
    find: (sub) => people.get(sub),
  };
}

/** 21 digits, as Google's. */
function toSubject(email: string): string {
  const digest = createHash('sha256').update(`google:${email.toLowerCase()}`).digest('hex');
  return `1${(BigInt(`0x${digest}`) % 10n ** 20n).toString().padStart(20, '0')}`;
}
