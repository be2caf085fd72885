// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run release`: makes one archive for this platform in `release/`, with the built web app, the production packages
 * and Node. The same commit always produces the same bytes (`npm run drill -- release` proves it).
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { command } from './command.ts';
import { becomeProgram } from './forward.mjs';
import { installRuntime } from './install.mjs';
import { listDocs, listPackageFiles, listPackages, listPages, listSources } from './release/files.ts';
import { launcher, runtimePath } from './release/launcher.ts';
import { findClash, nameRelease } from './release/name.ts';
import { formatNotices, readNodeNotice, readPackageNotices, readPostgresNotice } from './release/notices.ts';
import { maxArchiveBytes, type Packed, pack, sha256 } from './release/pack.ts';
import { writeSbom } from './release/sbom.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

function findTagged(version: string): string | undefined {
  try {
    return git('rev-parse', '--verify', '--quiet', `v${version}^{commit}`);
  } catch {
    return undefined;
  }
}

function demandFreeNumber(version: string, commit: string): void {
  const folder = join(root, 'release');
  const archives = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.tar.gz')) : [];
  const clash = findClash({ version, commit }, { taggedCommit: findTagged(version), archives });
  if (clash) throw new Error(clash);
}

function demandReleasable(version: string, mayHaveChanges: boolean): void {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  if (!changelog.includes(`\n## ${version}`)) throw new Error(`CHANGELOG.md has no entry for ${version}`);
  if (!mayHaveChanges && git('status', '--porcelain') !== '') {
    throw new Error('There are uncommitted changes: commit them, or pass --allow-changes');
  }
}

function build(script: string): void {
  const { status } = spawnSync(process.execPath, [script], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${script} failed`);
}

function listNotices(): string {
  const packages = readPackageNotices(root, listPackages(root));
  return formatNotices([...packages, readNodeNotice(root), readPostgresNotice(root)]);
}

function collect(facts: object): Packed[] {
  const found = [...listSources(root), ...listPages(root), ...listDocs(root), ...listPackageFiles(root)];
  return [
    ...found.map((path) => ({ path, from: join(root, path) })),
    { path: runtimePath, from: realpathSync(process.execPath), isProgram: true },
    { path: 'finalring', text: launcher, isProgram: true },
    { path: 'THIRD-PARTY-NOTICES.txt', text: listNotices() },
    { path: 'release.json', text: `${JSON.stringify(facts, null, 2)}\n` },
  ];
}

async function release(mayHaveChanges: boolean): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  demandReleasable(version, mayHaveChanges);
  const commit = git('rev-parse', 'HEAD');
  const isChanged = mayHaveChanges && git('status', '--porcelain') !== '';
  if (!isChanged) demandFreeNumber(version, commit);
  build('scripts/build-web.ts');
  build('scripts/docs.ts');
  const platform = `${process.platform}-${process.arch}`;
  const epoch = Number(process.env.SOURCE_DATE_EPOCH || git('log', '-1', '--format=%ct'));
  const files = collect({
    version,
    commit,
    platform,
    node: process.versions.node,
    at: new Date(epoch * 1000),
  });
  const name = nameRelease({ version, commit, isChanged });
  mkdirSync(join(root, 'release'), { recursive: true });
  const archive = join(root, 'release', `${name}-${platform}.tar.gz`);
  const folder = mkdtempSync(join(tmpdir(), 'finalring-release-'));
  try {
    await pack(files, { folder, name, archive, at: new Date(epoch * 1000) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const hash = await sha256(archive);
  writeFileSync(`${archive}.sha256`, `${hash}  ${basename(archive)}\n`);
  const { size } = statSync(archive);
  console.log(`${archive}\n${files.length} files, ${(size / 1e6).toFixed(1)} MB, SHA-256 ${hash}`);
  if (size > maxArchiveBytes) throw new Error(`it is larger than ${maxArchiveBytes / 1e6} MB`);
}

try {
  const { allowChanges = false, sbom } = command('release', 'Builds one archive for this platform.')
    .option('--allow-changes', 'includes uncommitted changes, for trials')
    .option('--sbom [file]', 'builds nothing: writes a CycloneDX list of all locked packages')
    .parse()
    .opts<{ allowChanges?: true; sbom?: string | true }>();
  if (sbom) {
    console.log(writeSbom(root, sbom === true ? 'reports/sbom.cdx.json' : sbom));
    process.exit();
  }
  const { node, version } = await installRuntime();
  // The archive must not depend on the machine's own Node.
  if (process.versions.node === version) await release(allowChanges);
  else becomeProgram(node, process.argv.slice(1), root);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
