// SPDX-License-Identifier: Apache-2.0

import { existsSync, readFileSync } from 'node:fs';

const read = (name: string) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));

/** Version of the running code, for the OpenAPI document and everything that players may see. */
export const version: string = read('package.json').version;

/** How many letters of a commit names include. */
export const commitLetters = 12;

/** A release's name: its version and its commit. */
export const toRelease = (ofVersion: string, commit: string): string =>
  `${ofVersion}-${commit.slice(0, commitLetters)}`;

function readRelease(): string {
  const isReleased = existsSync(new URL('../release.json', import.meta.url));
  return isReleased ? toRelease(version, read('release.json').commit) : `${version} (a checkout)`;
}

/**
 * What runs here, for operators: `0.2.0-0123456789ab`. A checkout names no commit, since its files may differ from
 * every commit.
 */
export const release: string = readRelease();
