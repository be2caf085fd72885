import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { auditActions } from './actions.ts';

/** Such as `action: 'role.create'`; of the two after a question mark, both. */
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
