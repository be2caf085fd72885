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
    reason: 'Addresses that a browser visits: a good answer is a redirect.',
    count: 5,
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
    expect(found.length, `${rule}\n${found.map(({ what }) => what).join('\n')}`).toBeLessThanOrEqual(count);
  }
  expect(told.length).toBeLessThanOrEqual(20);
});

interface Finding {
  code: string | number;
  severity: number;
  path: (string | number)[];
  message: string;
}

/** The findings of Spectral's recommended rules; undefined if it isn't installed. */
async function runSpectral(document: object): Promise<Finding[] | undefined> {
  const names: string[] = ['@stoplight/spectral-core', '@stoplight/spectral-rulesets'];
  const loaded = await Promise.all(names.map((name) => import(name))).catch(() => undefined);
  if (!loaded) return undefined;
  const [core, rulesets] = loaded;
  const spectral = new core.default.Spectral();
  spectral.setRuleset({ extends: [[rulesets.default.oas, 'recommended']] });
  return spectral.run(document);
}

it('passes all recommended rules of Spectral', async ({ skip }) => {
  const document = await makeOpenApiDocument();
  const found = await runSpectral(document);
  if (!found) return skip('SKIPPED: Spectral is not installed (npm ci)');
  expect(found.map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`)).toEqual([]);
  const paths = { '/api/v1/config': document.paths['/api/v1/config'] };
  const worse = (await runSpectral({ ...document, tags: [], paths, webhooks: {} })) ?? [];
  expect(worse.map(({ code }) => code)).toContain('operation-tag-defined');
});

it('would notice an operation without an id or security', async () => {
  const document = await makeOpenApiDocument();
  const config = await createConfig({ extends: ['recommended'] });
  const { operationId: _, ...nameless } = document.paths['/api/v1/config']?.get ?? {};
  const broken = { ...document, paths: { '/api/v1/config': { get: { ...nameless, security: undefined } } } };
  const problems = await lintFromString({
    source: JSON.stringify(broken),
    absoluteRef: 'openapi.json',
    config,
  });
  const rules = problems.map(({ ruleId }) => ruleId);
  expect(rules).toEqual(expect.arrayContaining(['operation-operationId', 'security-defined']));
});
