// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { appUrl, startTestSandbox } from '../../testing/start.ts';

const sandbox = openForTests(startTestSandbox);

test.each(['card', 'challenge', 'controller'])('only the application embeds the %s frame', async (name) => {
  const response = await fetch(`${sandbox.url}/stripe/frames/${name}`);
  const html = await response.text();
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain(`frame-ancestors ${appUrl}`);
  expect(policy).toContain("default-src 'none'");
  expect(html).toContain(`data-app="${appUrl}"`);
  for (const [, element = '', text = ''] of html.matchAll(/<(style|script)[^>]*>(.*?)<\/\1>/gs)) {
    const hash = createHash('sha256').update(text).digest('base64');
    expect(policy).toContain(`${element}-src 'sha256-${hash}'`);
  }
});

test('makes the script call the sandbox that served it', async () => {
  const response = await fetch(sandbox.stripeScriptUrl);
  expect(response.headers.get('content-type')).toContain('text/javascript');
  expect(await response.text()).toContain(`const origin = ${JSON.stringify(sandbox.url)};`);
});

test('hides answers of the API from other sites', async () => {
  const preflight = await fetch(`${sandbox.url}/v1/payment_intents`, {
    method: 'OPTIONS',
    headers: { origin: 'http://evil.test', 'access-control-request-method': 'POST' },
  });
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
});
