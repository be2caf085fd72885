// SPDX-License-Identifier: Apache-2.0

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { startTestApp } from './support/app.ts';
import { openForTests } from './support/open-for-tests.ts';
import { leftOutWithoutPromtool, promtool } from './support/promtool.ts';
import { makeScratchFolder } from './support/scratch.ts';

const operate = readFileSync(new URL('../docs/operate.md', import.meta.url), 'utf8');
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

const test = openForTests(() => startTestApp({ config: { metricsToken } }));
let told: Set<string>;
/** Each series with its value, as a process tells it that has done nothing yet. */
let series: Map<string, number>;
beforeAll(async () => {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const { body } = await test.app.http.inject({ url: '/metrics', headers });
  series = new Map(
    Array.from(body.matchAll(/^(\w+(?:\{.*\})?) (\S+)$/gm), ([, name = '', value]) => [name, Number(value)]),
  );
  const names = Array.from(body.matchAll(/^# TYPE (\S+) (\S+)$/gm), ([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  // Prometheus' own.
  told = new Set([...names.flat(), 'up']);
});

/** Names of metrics in PromQL: what stands before a selector. */
const metricsIn = (expr: string) => Array.from(expr.matchAll(/([a-z_0-9]+)\{/g), ([, name = '']) => name);

it.each(expressions)('%s queries only exported metrics', (_title, expr) => {
  const asked = metricsIn(expr);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((name) => !told.has(name))).toEqual([]);
  // Every selector is of our job, so that others' metrics of the same name are left alone.
  expect(expr.match(/\{/g)?.length).toBe(expr.match(/\{job="finalring"/g)?.length);
});

describe('a counter starts at 0 for', () => {
  const at0 = (names: string[]) =>
    expect(names.map((name) => [name, series.get(name)])).toEqual(names.map((name) => [name, 0]));

  it('each ledger transfer type in both directions', async () => {
    const types = await test.db.rows<{ type: string }>(
      sql`select unnest(enum_range(null::transfer_type))::text as type`,
    );
    expect(types.length).toBeGreaterThan(12);
    at0(
      types.flatMap(({ type }) =>
        ['coins', 'transfers'].flatMap((counted) =>
          ['made', 'spent'].map(
            (direction) => `ledger_${counted}_total{direction="${direction}",type="${type}"}`,
          ),
        ),
      ),
    );
  });

  it('each effect of a payment event listed in docs/operate.md', () => {
    const [, listed = ''] = /`payment_events_total` counts([\s\S]*?)\n- /.exec(operate) ?? [];
    const effects = Array.from(listed.matchAll(/`([a-z_]+)`/g), ([, name]) => name).filter(
      (name) => name !== 'effect',
    );
    expect(effects.length).toBeGreaterThan(11);
    at0(effects.map((effect) => `payment_events_total{effect="${effect}"}`));
  });

  it('each outside service, answered and failed', () =>
    at0(
      ['google', 'discord', 'stripe', 'game-stats'].flatMap((provider) =>
        ['answered', 'failed'].map(
          (outcome) => `outside_calls_total{provider="${provider}",outcome="${outcome}"}`,
        ),
      ),
    ));

  it('each key and use of the game statistics', () => {
    const granted = [...series.keys()].flatMap(
      (name) => /^statistics_requests_granted\{(game="\w+",key="\w+")\}/.exec(name)?.[1] ?? [],
    );
    expect(granted.length).toBeGreaterThan(0);
    at0(
      granted.flatMap((key) =>
        ['entry', 'background'].map((use) => `statistics_requests_total{${key},use="${use}"}`),
      ),
    );
  });

  it('at least one label of every other counter', () => {
    const counters = [...told].filter((name) => name.endsWith('_total') && !/^(nodejs|process)_/.test(name));
    expect(counters.length).toBeGreaterThan(8);
    const silent = counters.filter((name) => ![...series.keys()].some((one) => one.split('{')[0] === name));
    expect(silent).toEqual([]);
  });
});

describe('a panel shows 0 when nothing has happened', () => {
  const meant = [
    'Calls per second, by status',
    'Calls: in progress, waiting, refused',
    'Waiting jobs, by task',
    'Age of the oldest waiting job',
    'Jobs that failed on their last try',
    'Outside calls per second, by service and outcome',
    'Browser errors per ten minutes',
    'Payment webhooks by outcome',
    'Outgoing webhooks: waiting events, age of the oldest',
    'Coins received per hour, by reason',
    'Coins spent per hour, by reason',
    'Coins held by players',
    'Coin transfers per second',
    'Game statistics: requests per second and limit',
  ];
  const folder = makeScratchFolder('panels');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  leftOutWithoutPromtool();

  it.runIf(promtool.isThere).each(meant)('%s', (title) => {
    const expr = panels.find((panel) => panel.title === title)?.targets[0]?.expr ?? '';
    const file = join(folder, 'panel.yml');
    const job = 'job="finalring", instance="one"';
    // Node's lag of the event loop has no mean yet, and promtool cannot read NaN.
    const known = [...series].filter(([, value]) => !Number.isNaN(Number(value)));
    const input_series = known.map(([name, value]) => ({
      series: name.includes('{') ? name.replace('{', `{${job}, `) : `${name}{${job}}`,
      values: `${value}x90`,
    }));
    // With any labels, there is a sample, and none but 0.
    const expectation = { eval_time: '75m', expr: `max(${expr})`, exp_samples: [{ labels: '{}', value: 0 }] };
    writeFileSync(
      file,
      stringify({ tests: [{ interval: '1m', input_series, promql_expr_test: [expectation] }] }),
    );
    expect(promtool.run(['test', 'rules', file])).toBe('');
  });
});

it('shows each figure on one dashboard, under its own name', () => {
  expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(dashboards.length);
  expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
  expect(Math.min(...dashboards.map((dashboard) => dashboard.panels.length))).toBeGreaterThan(5);
});

it('documents for each alert what to do', () => {
  expect(rules.length).toBeGreaterThan(10);
  for (const { severity, summary, todo } of rules) {
    expect(['page', 'warn']).toContain(severity);
    expect([typeof summary, typeof todo]).toEqual(['string', 'string']);
  }
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
});
