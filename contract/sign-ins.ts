// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { endpoint, timestamp } from './endpoint.ts';
import { formatUtc } from './times.ts';

export const signInProviders = ['google', 'discord'] as const;
export type SignInProviderName = (typeof signInProviders)[number];

/** The providers' names for players. */
export const providerNames: Record<SignInProviderName, string> = { google: 'Google', discord: 'Discord' };

/** A way to sign in to the player's account. */
export const signIn = z.object({
  provider: z.enum(signInProviders),
  /** The address that the provider last reported. */
  email: z.string(),
  isVerified: z.boolean(),
  createdAt: timestamp,
  lastUsedAt: timestamp,
});
export type SignIn = z.infer<typeof signIn>;

/** Changes that players are notified of, on the site and by mail. */
export const signInChanges = {
  added: {
    title: '{provider} can now sign in to your account',
    body: 'Added on {at}. If you didn’t do this, remove it under Ways To Sign In on your profile.',
  },
  removed: {
    title: '{provider} can’t sign in to your account any more',
    body: 'Removed on {at}. If you didn’t do this, contact support.',
  },
  'address-followed': {
    title: 'Your e-mail address changed',
    body: '{provider} gave us a new address for you on {at}. We now write to that one. If you didn’t change it, contact support.',
  },
} as const;
export type SignInChange = keyof typeof signInChanges;

/** A change in words. */
export function describeSignInChange(
  what: SignInChange,
  { provider, at }: { provider: SignInProviderName; at: string },
): { title: string; body: string } {
  const fill = (text: string) =>
    text.replace('{provider}', providerNames[provider]).replace('{at}', formatUtc(at));
  const { title, body } = signInChanges[what];
  return { title: fill(title), body: fill(body) };
}

export const signInsApi = {
  list: endpoint({
    method: 'GET',
    path: '/auth/sign-ins',
    access: 'signed-in',
    summary: 'List your ways to sign in',
    data: z.array(signIn),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/auth/sign-ins/:provider',
    access: 'signed-in',
    summary: 'Remove a way to sign in',
    message: 'Removed',
    params: z.object({ provider: z.enum(signInProviders) }),
    refusals: ['not_found', 'sign_in_last', 'sign_in_stale', 'second_factor_required'],
  }),
  separate: endpoint({
    method: 'POST',
    path: '/auth/separate-account',
    access: 'public',
    summary: 'Create a separate account',
    data: z.object({ authToken: z.string() }),
    refusals: ['sign_in_expired', 'sign_in_suspended', 'exchange_invalid', 'account_leaving'],
  }),
};
