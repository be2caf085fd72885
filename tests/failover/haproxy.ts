// SPDX-License-Identifier: Apache-2.0

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cluster } from './cluster.ts';
import { freePorts } from './cluster.ts';

/**
 * Routes to the leader with Patroni's health checks, as in docs/installations/three-machines.md.
 * @returns the database's address, and a function that stops it
 */
export async function startHaproxy(folder: string, { nodes, url }: Cluster) {
  const [port] = await freePorts(1);
  const configuration = join(folder, 'haproxy.cfg');
  writeFileSync(
    configuration,
    `global
  maxconn 1000
defaults
  mode tcp
  retries 2
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen finalring
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, ports }) => `  server ${name} 127.0.0.1:${ports.database} check port ${ports.rest}`).join('\n')}
`,
  );
  const child = spawn('/usr/sbin/haproxy', ['-db', '-f', configuration], { stdio: 'ignore' });
  return {
    url: url.replace(/@[^/]+/, `@127.0.0.1:${port}`),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
