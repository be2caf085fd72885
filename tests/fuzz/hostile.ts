// SPDX-License-Identifier: Apache-2.0

import fc from 'fast-check';
import type { Schema } from './operations.ts';

/** Raw JSON text that no JavaScript value would produce. */
export class Raw {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A placeholder for an id, filled in once ids are known. */
export const someId = Symbol('an id');

/** Like JSON.stringify, but keeps raw text, and treats `__proto__` as an ordinary key. */
export function toJson(value: unknown): string {
  if (value instanceof Raw) return value.text;
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}:${toJson(part)}`);
  return `{${entries.join(',')}}`;
}

const nil = String.fromCharCode(0);
const texts = [
  '',
  ' ',
  '\t\n\r',
  nil,
  `a${nil}b`,
  '\ud800',
  'x\udfff',
  '\ud83d',
  '\u202etxt.exe',
  '\u200b\u200d\ufeff',
  '\u0130\u0131\u00df\ufb01',
  'e\u0301'.repeat(200),
  '\ufdfa'.repeat(60),
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}'.repeat(20),
  '\u0663\u0664',
  'NaN',
  'Infinity',
  '-Infinity',
  '1e400',
  '-0',
  '0x10',
  '0b1',
  '1_000',
  '1,5',
  '00012',
  ' 12 ',
  '+1',
  '9007199254740993',
  '99999999999999999999999999',
  '-9223372036854775809',
  '0.1',
  '1e-7',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  "'; drop table players; --",
  "' or '1'='1",
  "\\'; delete from wallets; --",
  '$1',
  '$$',
  '%',
  '_%_',
  '\\',
  'a\\',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</title><svg onload=alert(1)>',
  '=HYPERLINK("http://evil.test")',
  '@SUM(A1:A9)',
  '../../../../etc/passwd',
  '..\\..\\windows',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data',
  'https://[::1]:5432/',
  'javascript:alert(1)',
  '{{7*7}}',
  '$' + '{7*7}',
  '%s%n%x',
  '%zz',
  '%00',
  '%ED%A0%80',
  'a\r\nset-cookie: x=1',
  '2026-02-30T00:00:00.000Z',
  '0000-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.001Z',
  '2026-01-01',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'A'.repeat(255),
  'A'.repeat(256),
  'a'.repeat(10_000),
  `${'a'.repeat(5_000)}!`,
];

const raws = [
  '1e400',
  '-1e400',
  '-0',
  '1e-400',
  '1.0000000000000001',
  '9007199254740993',
  '99999999999999999999999999999',
  '1000000000001',
  '-9223372036854775809',
  '"\\ud800"',
  '"\\u0000"',
  `${'['.repeat(2_000)}${']'.repeat(2_000)}`,
  `${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`,
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"role":"SUPER_ADMIN"}}}',
  '{"a":1,"a":2}',
];

/** A value that no well-meaning client would send. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...texts) },
  { weight: 2, arbitrary: fc.constantFrom(...raws).map((text) => new Raw(text)) },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, 0, -1, 1, 0.5, -0.01, 2 ** 31, 2 ** 53, 1e21) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme-composite', maxLength: 100 }) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.bigInt().map((number) => new Raw(String(number))) },
  { weight: 1, arbitrary: fc.object({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.array(fc.anything({ maxDepth: 2 }), { maxLength: 40 }) },
);

/** The same as text, for addresses and headers. */
export const hostileText: fc.Arbitrary<string> = hostile.map((value) =>
  typeof value === 'string' ? value : toJson(value).slice(0, 2_000),
);

const dayMs = 86_400_000;

function fittingText({ format, pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<unknown> {
  if (format === 'uuid') return fc.constant(someId);
  if (format === 'date-time') {
    const now = Date.now();
    return fc.integer({ min: -30, max: 30 }).map((days) => new Date(now + days * dayMs).toISOString());
  }
  if (format === 'email') return fc.emailAddress();
  if (format === 'uri') return fc.webUrl();
  const plain = fc.string({
    unit: 'grapheme-ascii',
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength, 60)),
  });
  if (!pattern || pattern.includes('\\p{')) return plain;
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'));
  } catch {
    return plain;
  }
}

/** A value that matches the schema. */
export function fitting(schema: Schema): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(fitting));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'string') return fittingText(schema);
  if (type === 'integer' || type === 'number') {
    const { minimum = 0, maximum = 1_000_000 } = schema;
    const number = fc.integer({ min: Math.ceil(minimum), max: Math.floor(Math.max(minimum, maximum)) });
    return fc.oneof(number, fc.integer({ min: Math.ceil(minimum), max: Math.ceil(minimum) + 50 }));
  }
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'array')
    return fc.array(fitting(schema.items ?? {}), { maxLength: Math.min(schema.maxItems ?? 3, 3) });
  if (schema.properties) {
    const parts = Object.entries(schema.properties).map(([key, part]) => [key, fitting(part)] as const);
    return fc.record(Object.fromEntries(parts), { requiredKeys: schema.required ?? [] });
  }
  return fc.constantFrom(null, 1, 'text');
}
