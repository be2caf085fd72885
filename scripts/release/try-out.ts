// SPDX-License-Identifier: Apache-2.0

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Shared by the release drills. */
const root = fileURLToPath(new URL('../../', import.meta.url));
const readyWithinMs = 60_000;

/** Makes the release from scratch. @returns the archive's path */
export function makeRelease(): string {
  rmSync(join(root, 'build'), { recursive: true, force: true });
  const { status, stdout } = spawnSync(process.execPath, ['scripts/release.ts', ...process.argv.slice(2)], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error('building the release failed');
  process.stdout.write(stdout);
  return stdout.split('\n').find((line) => line.endsWith('.tar.gz')) ?? '';
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  return port;
}

/**
 * @param hasEnded whether the awaited process has ended
 * @returns milliseconds until it was ready
 */
export async function waitUntilReady(url: string, hasEnded: () => boolean): Promise<number> {
  const began = performance.now();
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    const ms = performance.now() - began;
    if (answer?.ok) return ms;
    if (hasEnded()) throw new Error('the release has ended');
    if (ms > readyWithinMs) throw new Error('the release is not ready after a minute');
    await delay(100);
  }
}
