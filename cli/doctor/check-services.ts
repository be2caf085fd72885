// SPDX-License-Identifier: Apache-2.0

import { gameIds } from '../../contract/games/games.ts';
import type { Config } from '../../server/config.ts';
import type { Service } from '../../server/config-faults.ts';
import { findSandbox, pointedAt } from '../../server/obtain-sandbox.ts';
import { type Finding, findingsAbout } from '../../server/platform/finding.ts';
import { checkMail } from '../../server/platform/mail/check-mail.ts';
import { checkDiscord } from '../../server/providers/discord/check-discord.ts';
import { discordUserAgent } from '../../server/providers/discord/user-agent.ts';
import { gameProviders } from '../../server/providers/games/games.ts';
import { checkGoogle } from '../../server/providers/google/check-google.ts';
import { checkStripe } from '../../server/providers/stripe/check-stripe.ts';
import { release, version } from '../../server/version.ts';
import { probe } from '../probe.ts';
import { checkClock } from './check-clock.ts';

const checks: Record<Service, (config: Config) => Promise<Finding[]>> = {
  google: ({ google, publicUrl }) =>
    checkGoogle({ ...google, redirectUri: `${publicUrl}/api/v1/auth/google/callback` }),
  discord: ({ discord, publicUrl, production }) =>
    checkDiscord({
      ...discord,
      production,
      userAgent: discordUserAgent({ url: publicUrl, version }),
      interactionsUrl: `${publicUrl}/api/v1/discord/interactions`,
    }),
  gameStats: async ({ gameStats }) => {
    const checked = gameIds.map(async (game) => {
      const access = gameStats[game];
      return access ? gameProviders[game].check(access) : [];
    });
    return (await Promise.all(checked)).flat();
  },
  stripe: ({ stripe, publicUrl, production }) =>
    checkStripe({ ...stripe, webhookUrl: `${publicUrl}/api/v1/stripe/webhook`, production }),
  mail: ({ mail }) => checkMail(mail),
};

/**
 * Checks that the outside services accept our credentials. Each one, including a stand-in, is called in its own
 * protocol.
 * @returns one check per service, for the caller to await
 */
export async function checkServices(config: Config): Promise<Promise<Finding[]>[]> {
  const stands = new Set(config.sandbox?.services);
  const sandbox = config.sandbox && (await findSandbox(config.sandbox.port));
  const reached = sandbox ? pointedAt(sandbox, config) : config;
  const used = Object.entries(checks) as [Service, (typeof checks)[Service]][];
  const real = used.filter(([name]) => sandbox || !stands.has(name));
  const isAway = config.sandbox !== undefined && sandbox === undefined;
  const { wrong } = findingsAbout('sandbox');
  return [
    ...real.map(([, check]) => check(reached)),
    ...(isAway
      ? [
          Promise.resolve([
            wrong(
              `no stand-ins at port ${config.sandbox?.port} (${[...stands].join(', ')})`,
              'start the server with the same SANDBOX_PORT',
            ),
          ]),
        ]
      : []),
    checkOutsideClock(reached),
  ];
}

/** Compares with Google's clock, which is known to be right. The sandbox uses this machine's clock. */
async function checkOutsideClock({ google }: Config): Promise<Finding[]> {
  const { clockAheadMs } = await probe(`${google.issuer}/.well-known/openid-configuration`);
  return clockAheadMs === undefined ? [] : [checkClock("Google's", clockAheadMs)];
}

/** Checks that this installation answers at its public address. */
export async function checkAddress({ publicUrl, role }: Config): Promise<Finding[]> {
  if (role === 'worker') return [];
  const { ok, look, wrong } = findingsAbout('address');
  const { status, body, silence } = await probe(`${publicUrl}/healthz`);
  if (silence) {
    return [
      wrong(`${silence} at ${publicUrl}`, 'start FinalRing, then check DNS, proxy, certificate and firewall'),
    ];
  }
  if (status !== 200 || body?.status !== 'ok') {
    return [
      wrong(
        `${publicUrl}/healthz answers ${status}: that is not FinalRing`,
        'check PUBLIC_URL and the proxy',
      ),
    ];
  }
  // Processes of releases before 0.2.0 report only their version.
  const served = body.release ?? body.version;
  if (served !== release) {
    return [look(`serves ${served}, this is ${release}`, 'finish the upgrade (docs/operate.md)')];
  }
  const ready = await probe(`${publicUrl}/readyz`);
  return ready.status === 200
    ? [ok(`${publicUrl} serves ${release}`)]
    : [wrong(`${publicUrl} is up but not ready`, 'check the database and the log')];
}
