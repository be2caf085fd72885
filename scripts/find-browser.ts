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

/** Docker gives 64 MB of shared memory unless told otherwise, with which a browser crashes. */
function isSharedMemoryScarce(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize < 1024 ** 3;
  } catch {
    return true;
  }
}

/** Has browsers share files instead of memory, which takes a test a sixth more time. Playwright says so unasked. */
const filesForMemory = '--disable-dev-shm-usage';

/** What Playwright tells browsers by itself, and is not needed on this machine. */
export const needlessFlags = isSharedMemoryScarce() ? [] : [filesForMemory];

/** With what browsers are started here: on machines without a graphics card, in containers, without asking anybody outside. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  // Without these Debian's Chromium imitates a graphics card, slowly.
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

/** Ubuntu puts a program there that only says how to install the browser: it must answer. */
function answers(program: string): boolean {
  return existsSync(program) && spawnSync(program, ['--version'], { timeout: 20_000 }).status === 0;
}

function findInPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(answers);
}

/** Path of a Chromium or Chrome with all of its parts: CHROMIUM_PATH, an installed one, or the one Playwright fetched. */
export function findWholeBrowser(): string | undefined {
  if (namedBrowser && !headless.includes(basename(namedBrowser))) return namedBrowser;
  return findInPath(whole) ?? [...applications, chromium.executablePath()].find(answers);
}

/** Path of a Chromium or Chrome, a whole one where there is one. */
export function findBrowser(): string | undefined {
  return namedBrowser ?? findWholeBrowser() ?? findInPath(headless);
}

/** The browser for tests: Chromium without any windows where there is one, which takes a third less time. */
export function findTestBrowser(): string | undefined {
  return namedBrowser ?? findInPath(headless) ?? findBrowser();
}

const mayInstallPackages = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** A slow connection takes minutes; a dead one must not hold the tests for ever. */
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
 * Sees to a browser for tests: Debian's packages where we may, else Playwright's own download. A machine that has
 * one already gets the other kind (the quicker one; the whole one for what the quicker cannot) only in CI.
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
