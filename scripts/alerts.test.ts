// SPDX-License-Identifier: Apache-2.0

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { leftOutWithoutPromtool, promtool } from '../tests/support/promtool.ts';
import { makeScratchFolder } from '../tests/support/scratch.ts';
import { alertCases } from './alert-cases.ts';

interface Rule {
  alert: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
}
const rulesFile = new URL('../deploy/prometheus-alerts.yml', import.meta.url).pathname;
const { groups } = parse(readFileSync(rulesFile, 'utf8')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

const folder = makeScratchFolder('alerts');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('has data that makes each rule fire, and data that does not', () => {
  const named = (isFiring: boolean) =>
    new Set(alertCases.filter(({ fires }) => fires.length > 0 === isFiring).map(({ alert }) => alert));
  expect(rules.length).toBeGreaterThan(18);
  for (const isFiring of [true, false])
    expect([...named(isFiring)].toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});

leftOutWithoutPromtool();

it.runIf(promtool.isThere).each(rules)('$alert fires when it should, and only then', (rule) => {
  const file = join(folder, 'rule.yml');
  const tests = alertCases
    .filter(({ alert }) => alert === rule.alert)
    .map(({ when, figures, at, fires }) => ({
      name: when,
      interval: '1m',
      input_series: Object.entries(figures).map(([series, values]) => ({ series, values })),
      alert_rule_test: [
        {
          eval_time: `${at}m`,
          alertname: rule.alert,
          exp_alerts: fires.map((own) => ({
            exp_labels: { ...rule.labels, ...own },
            exp_annotations: rule.annotations,
          })),
        },
      ],
    }));
  // Evaluating every minute of more than a day would take seconds.
  const isLong = alertCases.some(({ alert, at }) => alert === rule.alert && at > 1_000);
  writeFileSync(
    file,
    stringify({ rule_files: [rulesFile], evaluation_interval: isLong ? '10m' : '1m', tests }),
  );
  expect(promtool.run(['test', 'rules', file])).toBe('');
});

it.runIf(promtool.isThere)('has rules that Prometheus accepts', () =>
  expect(promtool.run(['check', 'rules', rulesFile])).toBe(''),
);
