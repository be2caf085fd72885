// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { findLongTests } from './long-tests.ts';

const mark = ['@module-tag', 'long'].join(' ');
const tag = ['tags: [', "'long'", ']'].join('');
const browserTag = ['tag: ', "'@long'"].join('');
const texts: Record<string, string> = {
  'server/whole.test.ts': `// ${mark}\nit('a', f);\ndescribe('b', () => {\n  it.each([1])('c', f);\n});\n`,
  'server/some.test.ts': `it('a', { ${tag} }, f);\nit('b', f);\n`,
  'server/none.test.ts': `it('a', f);\n`,
  'tests/e2e/some.spec.ts': `test('a', { ${browserTag} }, f);\ntest('b', f);\n`,
  'server/product.ts': `// ${mark}\nit('a', f);\n`,
};

it('counts tests with the tag, and lists files of which every test has it', () => {
  expect(findLongTests(Object.keys(texts), (file) => texts[file] ?? '')).toEqual({
    count: 4,
    files: ['server/whole.test.ts'],
  });
});
