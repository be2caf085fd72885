// SPDX-License-Identifier: Apache-2.0

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../contract/endpoint.ts';
import { lightContract, splitImport, toLight } from './light-contract.ts';

const list = endpoint({
  method: 'GET',
  path: '/things',
  access: 'public',
  summary: 'All',
  data: z.array(z.string()),
});

describe('toLight', () => {
  it('keeps only the parts of a call that a request needs', () => {
    expect(toLight({ thingsApi: { list } })).toBe(
      'export const thingsApi = {"list":{"method":"GET","path":"/things","access":"public","idempotent":false,"isList":false}};',
    );
  });

  it('writes plain data only: no schemas, functions or numbers that JSON lacks', () => {
    const functions = { toName: () => '', never: /x/, most: Number.POSITIVE_INFINITY };
    const exports = { kinds: ['a', 'b'], least: 5, none: null, thing: z.object({}), ...functions };
    expect(toLight(exports).split('\n')).toEqual([
      'export const kinds = ["a","b"];',
      'export const least = 5;',
      'export const none = null;',
    ]);
  });
});

describe('splitImport', () => {
  const exports = { thingsApi: { list }, kinds: ['a'], thing: z.object({}), toName: () => '' };

  it('imports plain exports from the light copy, schemas from the module, and no types', () => {
    expect(
      splitImport(' type Thing, kinds as all, thing,\n  thingsApi, ', '../contract/things.ts', exports),
    ).toBe(
      "import { kinds as all, thingsApi } from '../contract/things.ts?light'; import { thing } from '../contract/things.ts';",
    );
  });

  it('leaves imports from a module without schemas unchanged', () => {
    expect(splitImport(' kinds ', './contract/things.ts', { kinds: ['a'] })).toBe(
      "import { kinds } from './contract/things.ts';",
    );
  });
});

describe('lightContract', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'finalring-contract-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** The code of a screen that imports a contract module. */
  async function built(screen: string): Promise<string> {
    const files = {
      'web/app/screen.ts': screen,
      'contract/things.ts': `
const schema = { _zod: {}, text: 'heavy' };
export const thing = schema;
export const thingsApi = { list: { method: 'GET', path: '/things', access: 'public', data: schema } };
`,
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const { output } = (await build({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      plugins: [lightContract()],
      build: { write: false, rolldownOptions: { input: join(folder, 'web/app/screen.ts') } },
    })) as Rolldown.RolldownOutput;
    return output.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('\n');
  }

  it('bundles a call without its schemas', async () => {
    const code = await built(
      `import { thingsApi } from '../../contract/things.ts'; console.log(thingsApi.list);`,
    );
    expect(code).toContain('/things');
    expect(code).not.toContain('heavy');
  });

  it('bundles a schema that a screen imports by name', async () => {
    expect(await built(`import { thing } from '../../contract/things.ts'; console.log(thing);`)).toContain(
      'heavy',
    );
  });

  it('fails the build when a screen reads a schema from a call', async () => {
    const screen = `import { thingsApi } from '../../contract/things.ts'; console.log(thingsApi.list.data);`;
    await expect(built(screen)).rejects.toThrow('thingsApi.list.data is left out of pages');
  });
});
