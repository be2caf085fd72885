// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { describeSilence, type Finding, findingsAbout } from '../../platform/finding.ts';

const discovery = z.object({ issuer: z.string(), token_endpoint: z.url() });
const refusal = z.object({ error: z.string(), error_description: z.string().optional() });
const withinMs = 10_000;

interface Options {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Our callback, as it should be registered. */
  redirectUri: string;
}

const console = 'Google Cloud console, APIs & Services, Credentials';

/** Google's description reveals which of the two it is. */
function describeClientFault(description = ''): Finding {
  const { wrong } = findingsAbout('google');
  if (/client was not found/i.test(description)) {
    return wrong('knows no client with that id', `check GOOGLE_CLIENT_ID: ${console}`);
  }
  if (/secret|unauthorized/i.test(description)) {
    return wrong(
      "refuses the client's secret",
      `check GOOGLE_CLIENT_SECRET, or create a new one: ${console}`,
    );
  }
  return wrong(
    'does not know the client or its secret',
    `check GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET: ${console}`,
  );
}

/**
 * Whether players can sign in with Google: requests tokens for a code that was never issued. With the right client
 * secret Google rejects the code, otherwise the client.
 */
export async function checkGoogle({
  issuer,
  clientId,
  clientSecret,
  redirectUri,
}: Options): Promise<Finding[]> {
  const { ok, look, wrong } = findingsAbout('google');
  try {
    const signal = () => AbortSignal.timeout(withinMs);
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const answer = await fetch(address, { signal: signal(), redirect: 'manual' });
    const { data: found } = discovery.safeParse(await answer.json().catch(() => undefined));
    if (!found || found.issuer !== issuer) {
      return [wrong(`${issuer} is not an OpenID provider with that name`, 'remove or correct GOOGLE_ISSUER')];
    }
    const asked = await fetch(found.token_endpoint, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: 'asked-by-finalring-doctor',
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uri: redirectUri,
      }),
      signal: signal(),
      redirect: 'manual',
    });
    const { data: refused } = refusal.safeParse(await asked.json().catch(() => undefined));
    if (refused?.error === 'invalid_grant') return [ok('knows the client and its secret')];
    if (refused?.error === 'redirect_uri_mismatch') {
      return [wrong('does not know our callback', `${console}: add the redirect URI ${redirectUri}`)];
    }
    if (refused?.error === 'invalid_client' || refused?.error === 'unauthorized_client') {
      return [describeClientFault(refused.error_description)];
    }
    return [look(`answered ${asked.status} ${refused?.error ?? ''}`.trim(), 'try to sign in with Google')];
  } catch (error) {
    return [
      wrong(
        `${describeSilence(error)} from ${issuer}`,
        'check that this machine can reach it (firewall, proxy, DNS)',
      ),
    ];
  }
}
