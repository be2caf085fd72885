// SPDX-License-Identifier: Apache-2.0
// @module-tag long

import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { makeOpenApiDocument } from './support/open-api.ts';

/**
 * Warnings of Redocly's recommended rules that stay, with their place and reason. No other warning, and no error, may
 * occur.
 */
const accepted: Record<string, { reason: string; count: number }> = {
  'no-ambiguous-paths': {
    reason:
      'The product specification names these addresses, with a fixed word where others have an id. Ids are UUIDs.',
    count: 14,
  },
  'operation-2xx-response': {
    reason: 'An address that a browser visits: a good answer is a redirect.',
    count: 1,
  },
};

it("passes Redocly's recommended rules, except for justified warnings", async () => {
  const document = { ...(await makeOpenApiDocument()), servers: [{ url: 'https://play.finalring.test' }] };
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: 'openapi.json',
    config,
  });
  const told = problems.map(({ severity, ruleId, message, location }) => ({
    severity,
    ruleId,
    what: `${location[0]?.pointer}: ${message}`,
  }));
  expect(told.filter(({ severity, ruleId }) => severity === 'error' || !(ruleId in accepted))).toEqual([]);
  for (const [rule, { count }] of Object.entries(accepted)) {
    const found = told.filter(({ ruleId }) => ruleId === rule);
    expect(found.length, `${rule}\n${found.map(({ what }) => what).join('\n')}`).toBe(count);
  }
});
