// SPDX-License-Identifier: Apache-2.0

import type { Config } from './config.ts';
import type { Sandbox } from './obtain-sandbox.ts';
import { isLoopback } from './platform/loopback.ts';
import { end } from './platform/step.mjs';

/** Printed once everything is ready. */
export function greet(config: Config, sandbox: Sandbox | undefined): void {
  const { name } = config.brand;
  const isServing = config.role !== 'worker';
  const where = `${config.host}:${config.port} (HOST, PORT)`;
  end(isServing ? `${name} is ready at ${config.publicUrl}` : `${name} is working off jobs`);
  const lines: string[] = [];
  if (config.production) {
    const isLocal = isLoopback(config.host);
    lines.push(
      `  listens at     ${where}, for ${isLocal ? 'this machine alone: a proxy elsewhere needs another HOST' : 'everybody who reaches this machine'}`,
    );
  } else if (!isServing) lines.push(`  listens at     ${where}, for /healthz, /readyz and /metrics`);
  if (sandbox && isServing) {
    const inUse = new Set(config.sandbox?.services);
    lines.push(`  sandbox        ${sandbox.url}`);
    if (inUse.has('gameStats')) lines.push(`  arena          ${sandbox.arenaUrl}   (play a simulated match)`);
    if (inUse.has('stripe'))
      lines.push(`  card payments  ${sandbox.url}/stripe   (pay with 4242 4242 4242 4242)`);
    if (inUse.has('mail')) lines.push(`  inbox          ${sandbox.url}/inbox   (mail to anybody)`);
    if (inUse.has('google') || inUse.has('discord'))
      lines.push('  sign in with any e-mail address; the same address is the same person');
    if (config.sandbox?.full) lines.push(`  administrator  ${config.superAdminEmails.join(', ')}`);
  }
  for (const line of lines) process.stdout.write(`${line}\n`);
}
