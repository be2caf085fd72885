// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { demand, leaveOut, replaceModule } from './library-patches.ts';

const theirs = `export const load = () => 'theirs';\nconst style = (css) => { globalThis.styled = css; };\nstyle('p{}');\n`;
const sha256 = (code: string) => createHash('sha256').update(code).digest('hex');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'finalring-patches-'));
  mkdirSync(join(folder, 'library'));
  writeFileSync(join(folder, 'library/parts.js'), theirs);
  writeFileSync(join(folder, 'library/index.js'), `export { load } from './parts.js';`);
  writeFileSync(join(folder, 'ours.js'), `export const load = () => 'ours';`);
  writeFileSync(join(folder, 'main.js'), `import { load } from './library/index.js'; console.log(load());`);
});
afterEach(() => rmSync(folder, { recursive: true }));

async function built(plugin: Plugin, manualPureFunctions: string[] = []): Promise<string> {
  const input = join(folder, 'main.js');
  const { output } = (await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [plugin],
    build: { write: false, minify: false, rolldownOptions: { input, treeshake: { manualPureFunctions } } },
  })) as Rolldown.RolldownOutput;
  return output.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('\n');
}

describe('replaceModule', () => {
  const replacement = (change: Partial<Parameters<typeof replaceModule>[0]> = {}) =>
    replaceModule({
      module: '/library/parts.js',
      importedAs: './parts.js',
      sha256: sha256(theirs),
      by: join(folder, 'ours.js'),
      ...change,
    });

  it("replaces a library's module with ours", async () => {
    const code = await built(replacement());
    expect(code).toContain('ours');
    expect(code).not.toContain('theirs');
  });

  it("fails the build when the library's module has changed", async () => {
    writeFileSync(join(folder, 'library/parts.js'), `${theirs}// mended\n`);
    await expect(built(replacement())).rejects.toThrow('/library/parts.js has changed');
  });

  it("fails the build when the library's module is gone", async () => {
    await expect(built(replacement({ importedAs: './pieces.js' }))).rejects.toThrow('was not found');
    await expect(built(replacement({ module: '/library/other.js' }))).rejects.toThrow('was not found');
  });
});

describe('leaveOut', () => {
  it('accepts code that the bundler left out', async () => {
    expect(await built(leaveOut('/library/parts.js', 'style'), ['style'])).not.toContain('styled');
  });

  it('fails the build when the code is still included', async () => {
    await expect(built(leaveOut('/library/parts.js', 'style'))).rejects.toThrow('still has style');
  });

  it('fails the build when the library is gone', async () => {
    await expect(built(leaveOut('/library/other.js', 'style'))).rejects.toThrow('was not found');
  });
});

describe('demand', () => {
  it('accepts code that is included', async () => {
    expect(await built(demand('/library/parts.js'))).toContain('theirs');
  });

  it('fails the build when nothing imports the code', async () => {
    await expect(built(demand('/ours.js'))).rejects.toThrow('Nothing imports /ours.js');
  });
});
