// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { readOAuthError, type SignInFault } from '../sign-in-fault.ts';

/** The part of an openid-client error that we read: never the claims in its cause, which are personal data. */
const clientError = z.object({
  code: z.string().optional(),
  message: z.string().default(''),
  error: z.string().optional(),
  cause: z.object({ message: z.string().optional(), cause: z.unknown() }).optional().catch(undefined),
});

const claimed = z.object({ claim: z.string() });

const claims: Readonly<Record<string, string>> = {
  aud: 'the id_token is for another client (aud)',
  azp: 'the id_token is for another client (azp)',
  iss: 'the id_token is from another issuer (iss)',
  nonce: 'the id_token is of another sign-in (nonce)',
  exp: 'the id_token has expired (exp): is this machine’s clock right?',
  nbf: 'the id_token is not valid yet (nbf): is this machine’s clock right?',
};

/** Codes of oauth4webapi. */
function readCode(
  code: string | undefined,
  cause: { message?: string | undefined; cause?: unknown } | undefined,
) {
  const { data } = claimed.safeParse(cause?.cause);
  switch (code) {
    case 'OAUTH_JWT_CLAIM_COMPARISON_FAILED':
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED':
      return claims[data?.claim ?? ''] ?? 'a claim of the id_token is wrong';
    case 'OAUTH_KEY_SELECTION_FAILED':
      return 'the id_token is signed with none of the issuer’s keys';
    case 'OAUTH_INVALID_RESPONSE':
    case 'OAUTH_UNSUPPORTED_OPERATION':
      return /signature|"alg"|"JWS"/i.test(cause?.message ?? '')
        ? 'the signature of the id_token is wrong'
        : 'the id_token lacks what it must have';
    default:
      return undefined;
  }
}

/** Whether Google is down, does not accept our configuration, or sent an answer that we cannot trust. */
export function readGoogleFault(error: unknown): SignInFault {
  if (error instanceof z.ZodError) return { kind: 'untrusted', reason: 'the id_token has another shape' };
  const {
    code,
    message,
    error: oauthError,
    cause,
  } = clientError.parse({
    ...(error as object),
    message: (error as Error).message,
    cause: (error as Error).cause,
  });
  if (oauthError) return readOAuthError(oauthError);
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') {
    return { kind: 'misconfigured', reason: 'the discovery document names another issuer' };
  }
  const reason = readCode(code, cause);
  return reason ? { kind: 'untrusted', reason } : { kind: 'unavailable', reason: code ?? message };
}
