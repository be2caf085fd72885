// SPDX-License-Identifier: Apache-2.0

import { resolve } from 'node:path';

/** A file that the operator named from where they are, which is not where npm and the launcher run us. */
export function callerPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? '.', path);
}
