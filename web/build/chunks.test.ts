// SPDX-License-Identifier: Apache-2.0

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepApart } from './chunks.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'finalring-chunks-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Builds `screen`, which imports `library` through a file of ours. */
async function builds(screen: string, library: string): Promise<void> {
  const files = {
    [screen]: `import '${'../'.repeat(screen.split('/').length - 1)}web/lib/shared.ts';\nconsole.log('screen');`,
    'web/lib/shared.ts': `import '../../node_modules/${library}/index.js';`,
    [`node_modules/${library}/index.js`]: `console.log('library');`,
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [keepApart()],
    build: { write: false, rolldownOptions: { input: join(folder, screen) } },
  });
}

describe('keepApart', () => {
  it.each([
    ['web/app/routes/sign-in.tsx', 'zod'],
    ['web/app/root.tsx', '@tanstack/react-query'],
    ['web/app/routes/home.tsx', 'zod'],
    ['web/app/routes/products.tsx', '@base-ui/react'],
    ['web/app/shell/shell.tsx', 'sonner'],
    ['web/app/routes/home.tsx', 'react-hook-form'],
    ['web/app/shell/shell.tsx', '@tanstack/react-table'],
  ])('fails the build when %s loads %s', async (screen, library) => {
    await expect(builds(screen, library)).rejects.toThrow(`node_modules/${library}/index.js`);
  });

  it.each([
    ['web/app/routes/cart.tsx', 'zod'],
    ['web/app/routes/dashboard/users.tsx', 'react-hook-form'],
  ])('lets %s load %s', async (screen, library) => {
    await expect(builds(screen, library)).resolves.toBeUndefined();
  });
});
