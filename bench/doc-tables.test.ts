// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { putTables } from './doc-tables.ts';
import type { Report } from './report.ts';

const machine = { cpus: 2, cpu: 'A', memoryBytes: 1, node: 'v24', platform: 'linux x64' };
const figure = {
  unit: 'calls/s',
  value: 900,
  reference: 1_200.4,
  against: 'pgbench',
  ratio: 0.75,
  limit: 0.5,
};
const grown = { ...figure, bench: 'growth', unit: 'calls/s of 10', against: 'of 1', limit: 1 / 1.2 };
const report: Report = {
  measuredAt: '2026-11-23T01:02:03Z',
  machine,
  results: [
    { ...figure, bench: 'shop', name: 'checkout' },
    { bench: 'shop', name: 'x', skipped: 'no pgbench' },
    { ...grown, name: 'growth: GET /a', value: 100, reference: 100, ratio: 1 },
    { ...grown, name: 'growth: GET /b', value: 50, reference: 100, ratio: 0.5 },
    { ...grown, name: 'growth: GET /c', value: 0, reference: 100, ratio: 0, limit: 0, reason: 'all of it' },
  ],
};
const doc = `Before
<!-- measured: shop -->
old
<!-- measured -->
between
<!-- measured: growth -->
<!-- measured -->
after
`;

it('puts what was measured where the document has a place for it, and again', () => {
  const text = putTables(doc, report);
  expect(text).toContain('| checkout | 900 calls/s | 1,200, pgbench | 0.75 | 0.50 |');
  expect(text).toContain('| x | not here: no pgbench |');
  expect(text).toContain('Of 3 calls 1 were within 1.2 times, 1 have a reason for more, and 1 have none:');
  expect(text).toContain('| GET /b | 10.0 | 20.0 |  |');
  expect(text).toContain('| GET /c | 10.0 | no answer in time | all of it |');
  expect(text).not.toMatch(/old|GET \/a/);
  expect(text).toMatch(/^Before\n[\s\S]*between\n[\s\S]*after\n$/);
  expect(putTables(text, report)).toBe(text);
});

it('keeps what is small to a tenth, and a figure without a limit with its reason', () => {
  const place = '<!-- measured: readings -->\n<!-- measured -->\n';
  const results = [
    {
      ...figure,
      name: 'readings: allowed by taken',
      unit: '',
      value: 7,
      reference: 4.94,
      against: 'a',
      ratio: 1.42,
    },
    { ...figure, name: 'readings: to the decision', unit: 's', value: 113, limit: 0, reason: 'Confirmed' },
  ].map((result) => ({ ...result, bench: 'readings' }));
  const text = putTables(place, { ...report, results });
  expect(text).toContain('| readings: allowed by taken | 7 | 4.9, a | 1.42 | 0.50 |');
  expect(text).toContain('| readings: to the decision | 113 s | 1,200, pgbench | 0.75 | Confirmed |');
});

it('leaves out what the document has no place for', () => {
  const live = { ...report, results: [{ ...figure, bench: 'live', name: 'told' }] };
  expect(putTables(doc, live)).toBe(doc);
});

it.each([
  ['another begins', doc.replace('<!-- measured -->\nbetween', 'between')],
  ['the document ends', doc.slice(0, doc.indexOf('<!-- measured -->'))],
])('swallows nothing where a place has no end before %s', (_where, broken) => {
  expect(() => putTables(broken, report)).toThrow('the place for shop has no end');
});
