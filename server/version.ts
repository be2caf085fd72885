// SPDX-License-Identifier: Apache-2.0

import { existsSync, readFileSync } from 'node:fs';

const read = (name: string) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));

/** Version of the running code, for the OpenAPI document and everything that players may see. */
export const version: string = read('package.json').version;

/** Letters of a commit that names carry. */
export const commitLetters = 12;

/** How a release is called: by its version and its commit. */
export const toRelease = (ofVersion: string, commit: string): string =>
  `${ofVersion}-${commit.slice(0, commitLetters)}`;

function readRelease(): string {
  const isReleased = existsSync(new URL('../release.json', import.meta.url));
  return isReleased ? toRelease(version, read('release.json').commit) : `${version} (a checkout)`;
}

/** What runs here, for operators: `0.2.0-0123456789ab`. A checkout may be anything that says it is of this version. */
export const release: string = readRelease();
