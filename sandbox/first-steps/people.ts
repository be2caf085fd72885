// SPDX-License-Identifier: Apache-2.0

import { randomBytes } from 'node:crypto';
import type { Person } from '../identity/person.ts';

/** Who anybody can become with one click; a new player is another one each time. */
export const personIds = ['newcomer', 'veteran', 'administrator'] as const;
export type PersonId = (typeof personIds)[number];

export interface Somebody {
  id: PersonId;
  name: string;
  /** A star stands for what differs from one new player to the next. */
  email: string;
}

const newcomerEmail = 'player-*@finalring.test';

/** @param administrator the address of the application's administrator; without one, nobody can become it */
export function listPeople(administrator: string | undefined): Somebody[] {
  return [
    { id: 'newcomer', name: 'New Player', email: newcomerEmail },
    { id: 'veteran', name: 'Vera Castle', email: 'veteran@finalring.test' },
    ...(administrator ? [{ id: 'administrator' as const, name: 'Ada Admin', email: administrator }] : []),
  ];
}

/** Them as the stand-in for Google knows them. */
export function toPerson({ name, email: pattern }: Somebody): Person {
  const email = pattern.replace('*', () => randomBytes(4).toString('hex'));
  return { account: email, email, name, isEmailVerified: true };
}
