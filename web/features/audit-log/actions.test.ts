// SPDX-License-Identifier: Apache-2.0

import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { factorChanges } from '../../../contract/second-factor.ts';
import { actionWords, sayAction } from './actions.ts';

const auditActions = Object.keys(actionWords);

/** Such as `action: 'role.create'`; with a conditional, both actions. */
const recorded = /\baction: (?:\w+ \? )?'([a-z-]+\.[a-z-]+)'(?: : '([a-z-]+\.[a-z-]+)')?/g;

test('offers every action that the server records', () => {
  const sources = globSync('server/features/**/*.ts').filter((path) => !path.endsWith('.test.ts'));
  const actions = sources.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(recorded)].flatMap(([, one, other]) => [one, other]),
  );
  expect(actions).toContain('user.unsuspend');
  expect(auditActions).toEqual(
    expect.arrayContaining([...new Set(actions)].filter((action) => action !== undefined)),
  );
});

test('offers actions that the server composes from a prefix', () => {
  expect(auditActions).toEqual(
    expect.arrayContaining(Object.keys(factorChanges).map((change) => `second-factor.${change}`)),
  );
  const sources = globSync('server/features/**/*.ts').filter((path) => !path.endsWith('.test.ts'));
  const firstParts = sources.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\baction: `([a-z-]+)\.\$\{/g)].map(([, part]) => part),
  );
  expect(firstParts).toContain('second-factor');
  const offered = new Set(auditActions.map((action) => action.split('.')[0]));
  expect(firstParts.filter((part) => !offered.has(part))).toEqual([]);
});

test('offers each recorded action once, in order, and no others', () => {
  expect(auditActions).toEqual([...new Set(auditActions)].toSorted());
  const files = globSync(['server/features/**/*.ts', 'db/functions/*.sql']);
  const sources = files
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const isRecorded = (action: string) =>
    sources.includes(`'${action}'`) || sources.includes(`\`${action.split('.')[0]}.\${`);
  expect(auditActions.filter((action) => !isRecorded(action))).toEqual([]);
});

test('describes each action in distinct words, and shows unknown actions as recorded', () => {
  const words = Object.values(actionWords);
  expect(new Set(words).size).toBe(words.length);
  expect(words.filter((each) => !/^[A-Z][^.]+$/.test(each))).toEqual([]);
  expect([sayAction('user.update'), sayAction('user.promote')]).toEqual(['User edited', 'user.promote']);
  expect(sayAction('constructor')).toBe('constructor');
});
