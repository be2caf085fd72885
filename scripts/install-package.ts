// SPDX-License-Identifier: Apache-2.0

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
const installWithinMs = 300_000;

/** Installs a Debian package for a test, in CI and if permitted. Otherwise the test is skipped and says so. */
export function installPackage(name: string): void {
  if (!process.env.CI || !mayInstall) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', name]]) {
    console.log(`apt-get ${args.join(' ')}`);
    spawnSync('apt-get', ['-qq', ...args], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env,
      timeout: installWithinMs,
    });
  }
}
