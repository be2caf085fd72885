// SPDX-License-Identifier: Apache-2.0

import { expect, inject, it } from 'vitest';
import { modules } from './modules.ts';
import { named } from './mutants.ts';
import { sqlEquivalents } from './sql-equivalents.ts';
import { brokenFunctions, brokenStatements } from './sql-sources.ts';
import { typescriptEquivalents } from './typescript-equivalents.ts';
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
  expect(Object.keys(sqlEquivalents).filter((name) => !names.has(name))).toEqual([]);
});

it('names only files of TypeScript that are broken', () => {
  const sources = new Set(Object.values(modules).flatMap(findSources));
  const files = Object.keys(typescriptEquivalents).map((name) => name.split(' ')[0] ?? '');
  expect(files.filter((file) => !sources.has(file))).toEqual([]);
});
