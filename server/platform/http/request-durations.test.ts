// SPDX-License-Identifier: Apache-2.0

import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { requestDurations } from './request-durations.ts';

it('exports cumulative buckets, sum and count of every series for Prometheus', async () => {
  const registry = new Registry();
  const count = requestDurations(registry);
  count({ method: 'GET', route: '/a', status: 200, seconds: 0.001 });
  count({ method: 'GET', route: '/a', status: 200, seconds: 0.002 });
  count({ method: 'GET', route: '/a', status: 200, seconds: 0.3 });
  count({ method: 'GET', route: '/a', status: 200, seconds: 99 });
  count({ method: 'GET', route: '/a', status: 500, seconds: 0.2 });

  const said = await registry.metrics();
  const line = (of: string) => said.split('\n').find((text) => text.startsWith(of));
  const ok = 'method="GET",route="/a",status="200"';
  expect(said).toContain('# HELP http_request_duration_seconds Time from request to answer');
  expect(said).toContain('# TYPE http_request_duration_seconds histogram');
  expect(line(`http_request_duration_seconds_bucket{${ok},le="0.002"}`)).toMatch(/ 2$/);
  expect(line(`http_request_duration_seconds_bucket{${ok},le="0.25"}`)).toMatch(/ 2$/);
  expect(line(`http_request_duration_seconds_bucket{${ok},le="0.5"}`)).toMatch(/ 3$/);
  expect(line(`http_request_duration_seconds_bucket{${ok},le="+Inf"}`)).toMatch(/ 4$/);
  expect(line(`http_request_duration_seconds_sum{${ok}}`)).toMatch(/ 99\.303$/);
  expect(line(`http_request_duration_seconds_count{${ok}}`)).toMatch(/ 4$/);
  expect(line('http_request_duration_seconds_count{method="GET",route="/a",status="500"}')).toMatch(/ 1$/);
});
