// SPDX-License-Identifier: Apache-2.0

import type { Logger } from '../platform/log.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import type { SignInProvider } from './sign-in.ts';

/** Why nobody could be signed in by a provider. `reason` is for the log, and never quotes an answer. */
export interface SignInFault {
  kind: keyof typeof messages;
  reason: string;
}

const messages = {
  unavailable: 'sign-in provider failed',
  /** It answers, and does not accept what we are configured with. */
  misconfigured: 'sign-in is misconfigured',
  /** It answers, and the answer is not one that we may believe: forged, for somebody else, or of another time. */
  untrusted: 'answer of a sign-in provider is not trusted',
};

/** Errors of OAuth 2.0 (RFC 6749, 4.1.2.1 and 5.2) and of the providers that say that our registration or configuration is wrong. */
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

/** What an OAuth error in an answer, or in the address of a callback, says about whose fault it is. */
export function readOAuthError(error: string | undefined): SignInFault {
  const reason = error !== undefined && Object.hasOwn(ours, error) ? ours[error] : undefined;
  return reason
    ? { kind: 'misconfigured', reason }
    : { kind: 'unavailable', reason: 'it reports an error of its own' };
}

/** Logs the fault, and refuses: `sign_in_provider_down`, or `sign_in_untrusted` where trying again will not help. */
export function refuseFault(
  log: Logger,
  provider: SignInProvider['name'],
  { kind, reason }: SignInFault,
): Refusal {
  log.error({ provider, fault: kind, reason }, messages[kind]);
  return refuse(kind === 'unavailable' ? 'sign_in_provider_down' : 'sign_in_untrusted');
}
