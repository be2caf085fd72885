// SPDX-License-Identifier: Apache-2.0

import type { Logger } from '../platform/log.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import type { SignInProvider } from './sign-in.ts';

/** Why a provider could not sign anyone in. `reason` is for the log, and never quotes an answer. */
export interface SignInFault {
  kind: keyof typeof messages;
  reason: string;
}

const messages = {
  unavailable: 'sign-in provider failed',
  /** The provider answers, but does not accept our configuration. */
  misconfigured: 'sign-in is misconfigured',
  /** The provider's answer cannot be trusted: forged, for someone else, or of another time. */
  untrusted: 'answer of a sign-in provider is not trusted',
};

/**
 * Errors of OAuth 2.0 (RFC 6749, 4.1.2.1 and 5.2) and of the providers that mean a fault in our registration or
 * configuration.
 */
const ours: Readonly<Record<string, string>> = {
  invalid_client: 'the client id or secret is wrong (invalid_client)',
  unauthorized_client: 'the client may not sign anybody in (unauthorized_client)',
  redirect_uri_mismatch: 'our callback is not registered (redirect_uri_mismatch)',
  invalid_request: 'the request is refused, for example our callback is not registered (invalid_request)',
  invalid_scope: 'the scopes are refused (invalid_scope)',
  unsupported_response_type: 'the code flow is refused (unsupported_response_type)',
  unsupported_grant_type: 'the code flow is refused (unsupported_grant_type)',
  org_internal: 'the client is only for members of its organisation (org_internal)',
};

/** Whose fault an OAuth error is, in an answer or in the address of a callback. */
export function readOAuthError(error: string | undefined): SignInFault {
  const reason = error !== undefined && Object.hasOwn(ours, error) ? ours[error] : undefined;
  return reason
    ? { kind: 'misconfigured', reason }
    : { kind: 'unavailable', reason: 'it reports an error of its own' };
}

/** Logs the fault, and refuses: `sign_in_provider_down`, or `sign_in_untrusted` where a retry will not help. */
export function refuseFault(
  log: Logger,
  provider: SignInProvider['name'],
  { kind, reason }: SignInFault,
): Refusal {
  log.error({ provider, fault: kind, reason }, messages[kind]);
  return refuse(kind === 'unavailable' ? 'sign_in_provider_down' : 'sign_in_untrusted');
}
