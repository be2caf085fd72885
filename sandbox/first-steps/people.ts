// SPDX-License-Identifier: Apache-2.0

import { randomBytes } from 'node:crypto';
import type { Person } from '../identity/person.ts';

/** The people whom anyone can become with one click. Each new player is a different one. */
export const personIds = ['newcomer', 'veteran', 'administrator'] as const;
export type PersonId = (typeof personIds)[number];

export interface Somebody {
  id: PersonId;
  name: string;
  /** A star marks the part that differs for each new player. */
  email: string;
}

const newcomerEmail = 'player-*@finalring.test';

/** @param administrator the administrator's address in the application; without it, nobody can become administrator */
export function listPeople(administrator: string | undefined): Somebody[] {
  return [
    { id: 'newcomer', name: 'New Player', email: newcomerEmail },
    { id: 'veteran', name: 'Vera Castle', email: 'veteran@finalring.test' },
    ...(administrator ? [{ id: 'administrator' as const, name: 'Ada Admin', email: administrator }] : []),
  ];
}

/** The person as the stand-in for Google knows them. */
export function toPerson({ name, email: pattern }: Somebody): Person {
  const email = pattern.replace('*', () => randomBytes(4).toString('hex'));
  return { account: email, email, name, isEmailVerified: true };
}
