// SPDX-License-Identifier: Apache-2.0

import type { Refusal } from '../platform/refusal.ts';

/** Binds one sign-in to the browser that began it; kept in a cookie there until the provider sends the browser back. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** The person that a provider says has signed in. `subject` is their permanent id; everything else may change. */
export interface ProviderPerson {
  provider: 'google' | 'discord';
  subject: string;
  /** Null if the provider gave none. Proven only together with `isEmailVerified`. */
  email: string | null;
  isEmailVerified: boolean;
  name: string;
  avatarUrl: string | null;
  /** Permanent ids of Epic accounts that the provider vouches for; absent if it was not asked, or did not say. */
  epicAccountIds?: readonly string[];
}

export interface SignInProvider {
  name: ProviderPerson['provider'];
  /** Where to send the browser. Refuses `sign_in_provider_down`, `sign_in_untrusted`. */
  authorizationUrl(secrets: SignInSecrets): Promise<URL | Refusal>;
  /**
   * Redeems the query that the provider sent the browser back with.
   * Refuses `sign_in_refused`, `sign_in_expired` (wrong state), `sign_in_code_used`, `sign_in_provider_down`,
   * `sign_in_untrusted` (it does not accept our configuration, or its answer is not to be believed).
   */
  identify(query: URLSearchParams, secrets: SignInSecrets): Promise<ProviderPerson | Refusal>;
}

/** A provider that takes longer is as good as down: the player is waiting in front of an empty page. */
export const providerTimeoutMs = 8_000;
