// SPDX-License-Identifier: Apache-2.0

import { expect, inject, it } from 'vitest';
import { equivalentNames } from './equivalents.ts';
import { modules } from './modules.ts';
import { named } from './mutants.ts';
import { brokenFunctions, brokenStatements } from './sql-sources.ts';
import { findSources } from './typescript-mutants.ts';

it('names only SQL mutants that there are', async () => {
  const names = new Set<string>();
  for (const module of Object.values(modules)) {
    const functions = module.functions
      ? await brokenFunctions(inject('templateDatabaseUrl'), module.functions)
      : [];
    const statements = findSources(module).flatMap((file) => brokenStatements(process.cwd(), file));
    for (const { name } of named([...functions, ...statements])) names.add(name);
  }
  const ofSql = equivalentNames.filter((name) => /\[.+\] -> /.test(name));
  expect(ofSql.length).toBeGreaterThan(0);
  expect(ofSql.filter((name) => !names.has(name))).toEqual([]);
});
