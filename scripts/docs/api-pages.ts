// SPDX-License-Identifier: Apache-2.0

import type { Endpoint } from '../../contract/endpoint.ts';
import { type ErrorCode, errors } from '../../contract/errors.ts';
import { endpointsOfContract } from '../../tests/support/contract.ts';
import { inlineReferences } from '../../tests/support/inline-references.ts';
import type { OpenApiDocument, OpenApiOperation } from '../../tests/support/open-api.ts';
import { makeExample, toCurl } from './api-example.ts';
import { type Field, listFields } from './api-schema.ts';

/**
 * Pages of the API reference that combine several parts, by the first part of their addresses. Other parts have their
 * own page.
 */
const groups: readonly { name: string; title: string; parts: readonly string[] }[] = [
  { name: 'sign-in', title: 'Signing in and accounts', parts: ['auth', 'discord'] },
  { name: 'challenges', title: 'Challenges', parts: ['challenge'] },
  { name: 'shop', title: 'Gift cards and cart', parts: ['gift-card', 'cart'] },
  { name: 'coins', title: 'Coins and transactions', parts: ['trade-coin', 'transaction', 'stripe'] },
  { name: 'play', title: 'Responsible play', parts: ['play', 'play-rules', 'fair-play'] },
  { name: 'events', title: 'Events, boards, achievements', parts: ['events', 'leaderboard', 'achievements'] },
  { name: 'giveaways', title: 'Giveaways', parts: ['giveaways'] },
  { name: 'friends', title: 'Players, friends and referrals', parts: ['players', 'friends', 'referrals'] },
  { name: 'notifications', title: 'Notifications and live stream', parts: ['notifications', 'live'] },
  { name: 'seals', title: 'Sealed ledger', parts: ['seals'] },
  { name: 'users', title: 'Users and roles', parts: ['super-admin', 'role'] },
  {
    name: 'business',
    title: 'Overview, books, approvals, audit',
    parts: ['overview', 'books', 'approvals', 'audit-log', 'saved-views'],
  },
  { name: 'webhooks', title: 'Outgoing webhooks', parts: ['outgoing-webhooks'] },
  {
    name: 'system',
    title: 'Installation',
    parts: ['', 'config', 'installation', 'landing', 'status', 'browser-errors'],
  },
];

export interface ApiPage {
  name: string;
  title: string;
  text: string;
}

const toCell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function toTable(fields: readonly Field[]): string {
  const rows = fields.map(
    ({ name, type, isRequired, rules }) =>
      `| \`${name}\`${isRequired ? '' : ' (optional)'} | ${toCell(type)} | ${toCell(rules)} |`,
  );
  return ['| Field | Is | |', '|---|---|---|', ...rows].join('\n');
}

const section = (title: string, fields: readonly Field[]) =>
  fields.length === 0 ? [] : [`**${title}**`, toTable(fields)];

function describeRefusals(codes: readonly ErrorCode[]): string[] {
  if (codes.length === 0) return [];
  const lines = codes.map(
    (code) => `| ${errors[code].status} | \`${code}\` | ${toCell(errors[code].message)} |`,
  );
  return [
    '**Errors of this operation**',
    ['| Status | Code | Message |', '|---|---|---|', ...lines].join('\n'),
  ];
}

const getJsonSchema = (content: Record<string, { schema: object }> | undefined) =>
  content?.['application/json']?.schema ?? content?.['multipart/form-data']?.schema;

async function describeOperation(
  heading: string,
  { summary, description = '', parameters = [], requestBody, responses }: OpenApiOperation,
  endpoint: Endpoint | undefined,
): Promise<string> {
  const asked = parameters
    .filter(({ name }) => name !== 'idempotency-key')
    .map(({ name, schema, required = false, description }): Field => {
      const [field] = listFields({ properties: { [name]: schema } }, 1) as [Field];
      return { ...field, isRequired: required, rules: field.rules || (description ?? '') };
    });
  const answer = responses['200'];
  const parts = [
    `## ${heading}`,
    `${summary}. ${description}${endpoint?.idempotent ? ' Accepts an `Idempotency-Key`.' : ''}`,
    ...(endpoint?.upload
      ? [
          `A form with one file, \`${endpoint.upload.field}\`, of ${endpoint.upload.maxBytes.toLocaleString('en')} bytes or less.`,
        ]
      : []),
    ...section('Parameters', asked),
    ...section('Body', listFields(getJsonSchema(requestBody?.content) ?? {})),
    ...(endpoint && !endpoint.upload ? [`\`\`\`sh\n${toCurl(await makeExample(endpoint))}\n\`\`\``] : []),
    ...section('Response', listFields(getJsonSchema(answer?.content) ?? {})),
    ...describeRefusals(endpoint?.refusals ?? []),
  ];
  return parts.join('\n\n');
}

/** The first part of an address below the API; '' for other addresses. */
function getPart(path: string): string {
  const [, , , first = ''] = path.startsWith('/api/v1/') ? path.split('/') : [];
  return first;
}

/** The combined pages, and a page for each other part. */
function listPages(parts: readonly string[]): typeof groups {
  const grouped = groups.flatMap((group) => group.parts);
  const others = [...new Set(parts)].filter((part) => !grouped.includes(part));
  const toTitle = (part: string) => `${part[0]?.toUpperCase()}${part.slice(1).replaceAll('-', ' ')}`;
  return [...groups, ...others.map((part) => ({ name: part, title: toTitle(part), parts: [part] }))];
}

/** The reference: a page per part of the API, with every operation on exactly one page. */
export async function makeApiPages(document: OpenApiDocument): Promise<ApiPage[]> {
  const { paths, webhooks } = inlineReferences(document);
  const endpoints = new Map(
    (await endpointsOfContract()).map((endpoint) => [
      `${endpoint.method} /api/v1${endpoint.path.replace(/:(\w+)/g, '{$1}')}`,
      endpoint,
    ]),
  );
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
  return Promise.all(
    listPages(operations.map(({ path }) => getPart(path))).map(async ({ name, title, parts }) => {
      const told = await Promise.all(
        operations
          .filter(({ path }) => parts.includes(getPart(path)))
          .map(({ name: heading, operation }) =>
            describeOperation(heading, operation, endpoints.get(heading)),
          ),
      );
      if (name === 'webhooks') told.push(...(await describeWebhookEvents(webhooks)));
      return { name, title, text: `# ${title}\n\n${told.join('\n\n')}\n` };
    }),
  );
}

/** The page about outgoing webhooks. */
async function describeWebhookEvents(webhooks: OpenApiDocument['webhooks']): Promise<string[]> {
  return Promise.all(
    Object.entries(webhooks).map(([type, { post }]) =>
      describeOperation(`Event ${type}`, { ...post, parameters: [] }, undefined),
    ),
  );
}
