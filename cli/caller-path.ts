// SPDX-License-Identifier: Apache-2.0

import { resolve } from 'node:path';

/** Resolves a file name against the directory in which the operator ran the command: npm and the launcher change ours. */
export function callerPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? '.', path);
}
