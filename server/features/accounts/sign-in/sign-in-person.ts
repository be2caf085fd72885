// SPDX-License-Identifier: Apache-2.0

import type { ProviderPerson } from '../../../providers/sign-in.ts';
import { changesInLowerCase } from '../rules.ts';

/**
 * The provider's person, with the address in lower case. The address counts as unverified if lower-casing turns it into
 * another one (`changesInLowerCase`).
 */
export function readPerson(told: ProviderPerson): ProviderPerson {
  const email = told.email?.trim().toLowerCase() || null;
  const isEmailVerified = told.isEmailVerified && email !== null && !changesInLowerCase(told.email ?? '');
  return { ...told, email, isEmailVerified };
}

export interface AddressedPerson extends ProviderPerson {
  email: string;
}

export function hasAddress(person: ProviderPerson): person is AddressedPerson {
  return person.email !== null;
}
