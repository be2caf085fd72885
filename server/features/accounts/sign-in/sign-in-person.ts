// SPDX-License-Identifier: Apache-2.0

import type { ProviderPerson } from '../../../providers/sign-in.ts';
import { becomesAnother } from '../rules.ts';

/** A person as a provider names them, with an address in small letters that is verified only if it stays the same in them. */
export function readPerson(told: ProviderPerson): ProviderPerson {
  const email = told.email?.trim().toLowerCase() || null;
  const isEmailVerified = told.isEmailVerified && email !== null && !becomesAnother(told.email ?? '');
  return { ...told, email, isEmailVerified };
}

export interface AddressedPerson extends ProviderPerson {
  email: string;
}

export function hasAddress(person: ProviderPerson): person is AddressedPerson {
  return person.email !== null;
}
