// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './support/app.ts';

const metricsToken = 'a token for metrics';
const read = (path: string) => readFileSync(new URL(`../deploy/${path}`, import.meta.url), 'utf8');

/** The rules as far as they matter here; the file keeps to one way of writing YAML. */
const rules = read('prometheus-alerts.yml')
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((text) => ({
    alert: text.slice(0, text.indexOf('\n')),
    expr: /^ {8}expr: (?:\|\n((?: {10}.*\n)+)|(.*))/m.exec(text)?.slice(1).join('').trim() ?? '',
    severity: /severity: (\w+)/.exec(text)?.[1],
    summary: /^ {10}summary: (.+)$/m.exec(text)?.[1],
    todo: /^ {10}todo: (.+)$/m.exec(text)?.[1],
  }));
interface Dashboard {
  uid: string;
  panels: { title: string; targets: { expr: string }[] }[];
}
const dashboards = ['service', 'business'].map(
  (name) => JSON.parse(read(`grafana/${name}.json`)) as Dashboard,
);
const panels = dashboards.flatMap((dashboard) => dashboard.panels);
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

let test: TestApp;
let told: Set<string>;
beforeAll(async () => {
  test = await startTestApp({ config: { metricsToken } });
  const headers = { authorization: `Bearer ${metricsToken}` };
  const { body } = await test.app.http.inject({ url: '/metrics', headers });
  const names = Array.from(body.matchAll(/^# TYPE (\S+) (\S+)$/gm), ([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  // Prometheus' own.
  told = new Set([...names.flat(), 'up']);
});
afterAll(() => test?.close());

/** Names of metrics in PromQL: what stands before a selector. */
const metricsIn = (expr: string) => Array.from(expr.matchAll(/([a-z_0-9]+)\{/g), ([, name = '']) => name);

it.each(expressions)('%s asks for what a process tells', (_title, expr) => {
  const asked = metricsIn(expr);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((name) => !told.has(name))).toEqual([]);
  // Every selector is of our job, so that others' metrics of the same name are left alone.
  expect(expr.match(/\{/g)?.length).toBe(expr.match(/\{job="finalring"/g)?.length);
});

it('shows each figure on one of the dashboards, and each of those under a name of its own', () => {
  expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(dashboards.length);
  expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
  expect(Math.min(...dashboards.map((dashboard) => dashboard.panels.length))).toBeGreaterThan(5);
});

it('says of each alert what to do', () => {
  expect(rules.length).toBeGreaterThan(10);
  for (const { severity, summary, todo } of rules) {
    expect(['page', 'warn']).toContain(severity);
    expect([typeof summary, typeof todo]).toEqual(['string', 'string']);
  }
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
});
