// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run sbom`: lists every package of the lock file as CycloneDX, in `reports/sbom.cdx.json` or elsewhere. npm creates it
 * from the lock file alone: no registry is contacted, and nothing has to be installed.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { command } from './command.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const options = command('sbom', 'Lists every package of the lock file as CycloneDX.')
  .option('--out <file>', 'where to', 'reports/sbom.cdx.json')
  .parse()
  .opts<{ out: string }>();
const out = resolve(root, options.out);

const asked = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
const made = execFileSync('npm', asked, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 27, stdio: 'pipe' });
const sbom = JSON.parse(made);
// npm uses the folder's name.
sbom.metadata.component.name = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')).name;

mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, `${JSON.stringify(sbom, null, 2)}\n`);
console.log(`${sbom.components.length} packages, CycloneDX ${sbom.specVersion}: ${out}`);
