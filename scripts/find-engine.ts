// SPDX-License-Identifier: Apache-2.0

import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Browsers of other makers, for a few tests; each is a Playwright project with the programs that it needs. */
export const engines = [
  { project: 'firefox', title: 'Firefox', programs: ['firefox-esr'] },
  { project: 'webkit', title: 'WebKit', programs: ['WebKitWebDriver', 'Xvfb'] },
] as const;

export function isInstalled({ programs }: (typeof engines)[number]): boolean {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return programs.every((program) => folders.some((folder) => existsSync(join(folder, program))));
}
