// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { noteTracing, withTraceParent } from './trace-parent.ts';

it('sends a trace id only once the server has reported that it traces', () => {
  const init = { method: 'POST', headers: { accept: 'x' } };
  noteTracing(new Response());
  expect(withTraceParent(init)).toBe(init);
  noteTracing(new Response('', { headers: { traceresponse: '00-1-2-01' } }));
  noteTracing(new Response());
  const [first, second] = [withTraceParent(init), withTraceParent(init)].map(
    ({ headers }) => headers,
  ) as Record<string, string>[];
  expect(first?.accept).toBe('x');
  expect(first?.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(second?.traceparent).not.toBe(first?.traceparent);
});
