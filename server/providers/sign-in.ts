// SPDX-License-Identifier: Apache-2.0

import type { Refusal } from '../platform/refusal.ts';

/** What binds one sign-in to the browser that began it; kept in its cookie until the provider sends it back. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Who a provider says has signed in. `subject` is its lasting id; everything else may change. */
export interface ProviderPerson {
  provider: 'google' | 'discord';
  subject: string;
  /** Null when the provider did not tell one. Proven only together with `isEmailVerified`. */
  email: string | null;
  isEmailVerified: boolean;
  name: string;
  avatarUrl: string | null;
  /** Lasting ids of Epic accounts that the provider vouches for; absent where it was not asked, or did not say. */
  epicAccountIds?: readonly string[];
}

export interface SignInProvider {
  name: ProviderPerson['provider'];
  /** Where to send the browser. Refuses `sign_in_provider_down`. */
  authorizationUrl(secrets: SignInSecrets): Promise<URL | Refusal>;
  /**
   * Redeems what the provider sent the browser back with.
   * Refuses `sign_in_refused`, `sign_in_expired` (wrong state), `sign_in_code_used`, `sign_in_provider_down`.
   */
  identify(query: URLSearchParams, secrets: SignInSecrets): Promise<ProviderPerson | Refusal>;
}

/** A provider that takes longer is as good as down: the person waits in front of an empty page. */
export const providerTimeoutMs = 8_000;
