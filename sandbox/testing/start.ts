// SPDX-License-Identifier: Apache-2.0

import { startSandbox } from '../main.ts';
import type { Sandbox, SandboxOptions } from '../options.ts';

export const appUrl = 'http://localhost:3999';
export const googleClient = { clientId: 'google-test', clientSecret: 'google-test-secret' };
export const discordClient = { clientId: '1099511627776000', clientSecret: 'discord-test-secret' };

/** A sandbox on a free port, with a statistics limit that tests reach only on purpose. */
export function startTestSandbox(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  return startSandbox({
    port: 0,
    appUrl,
    timeScale: 1,
    google: googleClient,
    discord: discordClient,
    statsPerSecond: 0,
    ...options,
  });
}

/** Sends and receives JSON. */
export async function sendJson(
  url: string,
  method: string,
  body: unknown,
): Promise<{ status: number; body: unknown }> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}
