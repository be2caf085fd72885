// SPDX-License-Identifier: Apache-2.0

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findMessageFaults } from './commit-messages.ts';

const folder = mkdtempSync(join(tmpdir(), 'commit-messages-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: string[]) =>
  execFileSync(
    'git',
    ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false', ...args],
    { cwd: folder, encoding: 'utf8' },
  ).trim();
const commit = (...paragraphs: string[]) => {
  git('commit', '--quiet', '--allow-empty', ...paragraphs.flatMap((text) => ['-m', text]));
  return git('rev-parse', 'HEAD');
};

it('finds long subjects and missing reasons after a commit, and nothing without a history', () => {
  expect(findMessageFaults(folder, 'HEAD')).toEqual([]);
  git('init', '--quiet');
  commit('x'.repeat(90));
  const start = commit('Begin');
  expect(findMessageFaults(folder, start)).toEqual([]);

  commit('x'.repeat(72), 'A line was too long to be read whole.\nIn two lines.');
  expect(findMessageFaults(folder, start)).toEqual([]);
  commit('x'.repeat(73), 'A reason.');
  commit('Say nothing');
  commit('Name people alone', 'Co-authored-by: Ada <ada@example.com>');
  expect(findMessageFaults(folder, start).map((fault) => fault.replace(/^\w+ /, ''))).toEqual([
    '"Name people alone" has no body: say why the change is made',
    '"Say nothing" has no body: say why the change is made',
    `"${'x'.repeat(73)}" has a subject of 73 characters, not 72`,
  ]);
  expect(findMessageFaults(folder, '44c613eae034ffae34dcb15b8dcb8382fe810c87')).toEqual([]);
});
