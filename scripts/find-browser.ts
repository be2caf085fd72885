// SPDX-License-Identifier: Apache-2.0

import { spawnSync } from 'node:child_process';
import { existsSync, statfsSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const whole = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const headless = ['chromium-headless-shell', 'chrome-headless-shell'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Docker's default of 64 MB shared memory makes browsers crash. */
function isSharedMemoryScarce(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize < 1024 ** 3;
  } catch {
    return true;
  }
}

/** Playwright's default flag that replaces shared memory with files. It makes tests a sixth slower. */
const filesForMemory = '--disable-dev-shm-usage';

/** Playwright's default flags that aren't needed on this machine. */
export const needlessFlags = isSharedMemoryScarce() ? [] : [filesForMemory];

/** Flags for browsers in tests: without a graphics card, in containers, without requests to outside services. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  // Without these, Debian's Chromium emulates a graphics card, slowly.
  '--disable-gpu-compositing',
  '--disable-gpu-rasterization',
  '--disable-software-rasterizer',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(isSharedMemoryScarce() ? [filesForMemory] : []),
];

const namedBrowser = process.env.CHROMIUM_PATH || undefined;

/** Ubuntu has a placeholder there that only says how to install the browser, so this checks that it runs. */
function answers(program: string): boolean {
  return existsSync(program) && spawnSync(program, ['--version'], { timeout: 20_000 }).status === 0;
}

function findInPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(answers);
}

/** Path of a full Chromium or Chrome: CHROMIUM_PATH, an installed one, or Playwright's download. */
export function findWholeBrowser(): string | undefined {
  if (namedBrowser && !headless.includes(basename(namedBrowser))) return namedBrowser;
  return findInPath(whole) ?? [...applications, chromium.executablePath()].find(answers);
}

/** Path of a Chromium or Chrome, preferably a full one. */
export function findBrowser(): string | undefined {
  return namedBrowser ?? findWholeBrowser() ?? findInPath(headless);
}

/** The browser for tests, preferably Chromium's headless shell, which takes a third less time. */
export function findTestBrowser(): string | undefined {
  return namedBrowser ?? findInPath(headless) ?? findBrowser();
}

const mayInstallPackages = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Long enough for a slow connection, but a dead one must not block tests forever. */
const installWithinMs = 900_000;

function run(command: string, ...args: string[]): void {
  console.log(`${command} ${args.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env, timeout: installWithinMs });
}

function installPackage(name: string): void {
  run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', name);
}

/**
 * Installs a browser for tests: Debian's packages if permitted, otherwise Playwright's download. If a browser exists,
 * installs the other kind (the faster one, or the full one for features that the faster one lacks) only in CI.
 */
export function installMissingBrowser(): void {
  if (namedBrowser || (findTestBrowser() && !process.env.CI)) return;
  const isQuickThere = findInPath(headless) !== undefined;
  const isWholeThere = findWholeBrowser() !== undefined;
  if (isQuickThere && isWholeThere) return;
  if (mayInstallPackages) {
    run('apt-get', 'update', '-qq');
    if (!isQuickThere) installPackage('chromium-headless-shell');
    if (!isWholeThere) installPackage('chromium');
  }
  if (!findTestBrowser()) run(process.execPath, 'node_modules/.bin/playwright', 'install', 'chromium');
}
