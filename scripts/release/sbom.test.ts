// SPDX-License-Identifier: Apache-2.0
// @module-tag long

import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { makeScratchFolder } from '../../tests/support/scratch.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface Component {
  name: string;
  version: string;
  purl: string;
  hashes?: { alg: string; content: string }[];
}

it('lists each package of the lock file with its version and installed hash', () => {
  const folder = makeScratchFolder('sbom');
  const out = join(folder, 'sbom.json');
  execFileSync(process.execPath, ['scripts/release.ts', '--sbom', out], { cwd: root, stdio: 'pipe' });
  const sbom = JSON.parse(readFileSync(out, 'utf8'));
  rmSync(folder, { recursive: true });
  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'finalring' } } });

  const lock: { packages: Record<string, { version: string; integrity?: string; name?: string }> } =
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const line = (name: string, version: string, sha512: string) => `${name}@${version} ${sha512}`;
  const locked = Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, { name, version, integrity = '' }]) =>
      line(
        name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
        version,
        Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex'),
      ),
    );
  const listed = (sbom.components as Component[]).map(({ name, version, purl, hashes = [] }) => {
    expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`);
    return line(name, version, hashes.find(({ alg }) => alg === 'SHA-512')?.content ?? '');
  });
  expect(new Set(listed)).toEqual(new Set(locked));
});
