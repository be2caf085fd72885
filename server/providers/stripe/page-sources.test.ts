// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { cardFieldSources, standInScript } from './page-sources.ts';

it("allows Stripe with its keys, a stand-in's origin with one, and nothing without configuration", () => {
  const publishableKey = 'pk_live_1';
  expect(cardFieldSources({ apiBase: 'https://api.stripe.com', publishableKey })).toEqual({
    scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
    frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    connections: ['https://api.stripe.com'],
  });
  const origin = 'http://localhost:3001';
  expect(cardFieldSources({ apiBase: origin, publishableKey: 'pk_test_sandbox' })).toEqual({
    scripts: [origin],
    frames: [origin],
    connections: [origin],
  });
  expect(cardFieldSources({ apiBase: 'https://api.stripe.com', publishableKey: '' })).toEqual({
    scripts: [],
    frames: [],
    connections: [],
  });
});

it('returns the script of a stand-in, and none for Stripe itself', () => {
  const publishableKey = 'pk_test_1';
  expect(standInScript({ apiBase: 'http://localhost:3001', publishableKey })).toBe(
    'http://localhost:3001/stripe/v3.js',
  );
  expect(standInScript({ apiBase: 'https://api.stripe.com', publishableKey })).toBeNull();
  expect(standInScript({ apiBase: 'http://localhost:3001', publishableKey: '' })).toBeNull();
});
