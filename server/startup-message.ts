// SPDX-License-Identifier: Apache-2.0

import { firstStepsPath } from '../contract/first-steps.ts';
import type { Config } from './config.ts';
import type { Sandbox } from './obtain-sandbox.ts';
import { isLoopback } from './platform/loopback.ts';
import { end } from './platform/step.mjs';

/**
 * The newcomer's instructions are on the first-steps page. An operator sees where the process listens, and which
 * services are simulated.
 * @returns lines, the first of which ends the start
 */
export function toGreeting(config: Config, sandbox: Pick<Sandbox, 'url'> | undefined): [string, ...string[]] {
  const { name } = config.brand;
  const isServing = config.role !== 'worker';
  const where = `${config.host}:${config.port} (HOST, PORT)`;
  const lines: string[] = [];
  if (config.production) {
    const isLocal = isLoopback(config.host);
    lines.push(
      `  listens at   ${where}, for ${isLocal ? 'this machine only: a proxy elsewhere needs another HOST' : 'everyone who can reach this machine'}`,
    );
  } else if (!isServing) lines.push(`  listens at   ${where}, for /healthz, /readyz and /metrics`);
  if (sandbox && isServing && config.sandbox?.full) {
    lines.push('  a sandbox    no real accounts, no real money');
    lines.push(`  start here   ${config.publicUrl}${firstStepsPath}`);
  } else if (sandbox && isServing) {
    lines.push(`  sandbox      ${sandbox.url}, in place of ${config.sandbox?.services.join(', ')}`);
  }
  return [isServing ? `${name} is ready at ${config.publicUrl}` : `${name} is running jobs`, ...lines];
}

/** Printed once everything is ready. */
export function startupMessage(config: Config, sandbox: Sandbox | undefined): void {
  const [ready, ...lines] = toGreeting(config, sandbox);
  end(ready);
  for (const line of lines) process.stdout.write(`${line}\n`);
}
