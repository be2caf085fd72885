// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { measureFunctions } from './measure-functions.ts';

const linesOf = (text: string, file = 'a.ts') =>
  Object.fromEntries(measureFunctions(text, file).map(({ name, lines }) => [name, lines]));

it('counts the lines of a function from its head to its end, also after comments and umlauts', () => {
  expect(linesOf("// Grüße\n\nfunction startupMessage() {\n  return 'ä';\n}\n")).toEqual({
    startupMessage: 3,
  });
  expect(linesOf('export const one = () =>\n  1;\nclass A {\n  b() {\n\n  }\n}\n')).toEqual({ one: 2, b: 3 });
});

it('does not count functions and markup inside it', () => {
  const inner = 'const inner = () => {\n    one();\n    two();\n  };';
  expect(linesOf(`function outer() {\n  ${inner}\n  return inner;\n}`)).toEqual({ inner: 4, outer: 4 });
  expect(linesOf('const A = () => {\n  return (\n    <p>\n      x\n    </p>\n  );\n};', 'a.tsx')).toEqual({
    A: 5,
  });
});
