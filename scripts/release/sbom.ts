// SPDX-License-Identifier: Apache-2.0

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Writes a list of all packages in the lock file as CycloneDX. npm creates it from the lock file alone, without a
 * registry or an installation.
 * @returns a line about what was written
 */
export function writeSbom(root: string, file: string): string {
  const out = resolve(root, file);
  const asked = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  const made = execFileSync('npm', asked, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 27, stdio: 'pipe' });
  const sbom = JSON.parse(made);
  // npm uses the folder's name.
  sbom.metadata.component.name = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')).name;
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, `${JSON.stringify(sbom, null, 2)}\n`);
  return `${sbom.components.length} packages, CycloneDX ${sbom.specVersion}: ${out}`;
}
