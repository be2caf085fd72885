// SPDX-License-Identifier: Apache-2.0

import type { Refusal } from '../platform/refusal.ts';

/** Binds one sign-in to the browser that started it; stored in a cookie there until the provider's callback. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** The person who signed in, according to a provider. `subject` is their permanent id; everything else may change. */
export interface ProviderPerson {
  provider: 'google' | 'discord';
  subject: string;
  /** Null if the provider gave none. Proven only together with `isEmailVerified`. */
  email: string | null;
  isEmailVerified: boolean;
  name: string;
  avatarUrl: string | null;
  /** Permanent ids of accounts of the first game that the provider verified; absent if we did not ask, or it did not answer. */
  gameAccountIds?: readonly string[];
}

export interface SignInProvider {
  name: ProviderPerson['provider'];
  /** The address to send the browser to. Refuses `sign_in_provider_down`, `sign_in_untrusted`. */
  authorizationUrl(secrets: SignInSecrets): Promise<URL | Refusal>;
  /**
   * Redeems the query of the provider's callback. Refuses `sign_in_refused`, `sign_in_expired` (wrong state),
   * `sign_in_code_used`, `sign_in_provider_down`, `sign_in_untrusted` (the provider does not accept our configuration,
   * or its answer cannot be trusted).
   */
  identify(query: URLSearchParams, secrets: SignInSecrets): Promise<ProviderPerson | Refusal>;
}

/** A slower provider counts as down: the player is waiting in front of an empty page. */
export const providerTimeoutMs = 8_000;
