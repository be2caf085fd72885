// SPDX-License-Identifier: Apache-2.0

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { webhooks } from './schema.js';

/** What is sent: `type` tells which `data` it has. */
export type WebhookEvent = {
  [Type in keyof webhooks]: webhooks[Type]['post']['requestBody']['content']['application/json'];
}[keyof webhooks];

/** It is not from the installation whose secret this is, or is too old. Answer 400. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

/** Headers as `Request` has them (`Headers`), or by name in any case, as Node and its frameworks have them. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined };

export interface VerifyOptions {
  /** As it came over the wire; not parsed, not written again. */
  body: string | Uint8Array;
  headers: WebhookHeaders;
  /** `whsec_...`, as the dashboard showed it once. */
  secret: string;
  now?: Date;
}

const toleranceSeconds = 300;

/** Empty where there is no such header. Lists are joined as senders of several signatures join them. */
function readHeader(headers: WebhookHeaders, name: string): string {
  if (typeof headers.get === 'function') return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  return [found ?? []].flat().join(' ');
}

/** @throws WebhookError where it is not signed by the secret, or was not sent within five minutes; Error where the secret is none */
export function verifyWebhook({
  body,
  headers,
  secret,
  now = new Date(),
}: VerifyOptions): WebhookEvent & { id: string } {
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  // Anybody can sign with none, such as that of a setting which is missing.
  if (key.length === 0) throw new Error('There is no secret to verify webhooks with');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest();
  const isSigned = readHeader(headers, 'webhook-signature')
    .split(' ')
    .filter((part) => part.startsWith('v1,'))
    .map((part) => Buffer.from(part.slice(3), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
  if (id === '' || !isSigned) throw new WebhookError('not signed by this secret');
  const age = now.getTime() / 1000 - Number(timestamp);
  if (!(Math.abs(age) <= toleranceSeconds)) throw new WebhookError('sent too long ago, or a clock is wrong');
  return { ...(JSON.parse(text) as WebhookEvent), id };
}
