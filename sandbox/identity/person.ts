// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';

/** A person who signed in at a stand-in provider. */
export interface Person {
  /** Identifies the account: the same text is always the same account, even if its address changed. */
  account: string;
  email: string;
  name: string;
  isEmailVerified: boolean;
}

/** The fields of the sign-in page as a browser posts them. An unticked box is missing. */
const submitted = z.object({
  // Providers have verified addresses that no grammar allows, so the stand-in accepts all.
  email: z.string().trim().max(320).regex(/.@./u, 'Enter an e-mail address, such as player@example.test'),
  name: z.string().trim().min(1, 'Enter a name').max(80, 'The name can have at most 80 characters'),
  emailVerified: z.literal('on').optional(),
  account: z.string().trim().max(254, 'The account can have at most 254 characters').optional(),
});

/** @returns the person, or the message for the person who filled in the form */
export function readPerson(form: unknown): { person: Person } | { problem: string } {
  const result = submitted.safeParse(form);
  if (!result.success) return { problem: result.error.issues.map((issue) => issue.message).join(' ') };
  const { email, name, emailVerified, account } = result.data;
  return { person: { account: account || email, email, name, isEmailVerified: emailVerified === 'on' } };
}
