// SPDX-License-Identifier: Apache-2.0

import type { TestProject } from 'vitest/node';
import { startTemplate } from './template-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** This run's migrated database, which test files clone and never change. */
    templateDatabaseUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const template = await startTemplate();
  project.provide('templateDatabaseUrl', template.url);
  return template.stop;
}
