// SPDX-License-Identifier: Apache-2.0

import { sqlEquivalents } from './sql-equivalents.ts';
import { typescriptEquivalents } from './typescript-equivalents.ts';

/** Mutants that no test can notice, since they change nothing. */
export const isEquivalent = (name: string) =>
  Object.hasOwn(sqlEquivalents, name) || Object.hasOwn(typescriptEquivalents, name);
