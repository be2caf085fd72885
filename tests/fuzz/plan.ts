// SPDX-License-Identifier: Apache-2.0

import fc from 'fast-check';
import type { Endpoint } from '../../contract/endpoint.ts';
import { sampleCall } from '../support/sample-calls.ts';
import { toForm } from '../support/upload.ts';
import { fitting, hostile, hostileText, Raw, someId, toJson } from './hostile.ts';
import type { Known } from './known.ts';
import type { Operation } from './operations.ts';

export interface Request {
  method: string;
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
}

/** The hostile part of a request. "nothing": the request is as documented. */
export const manners = ['nothing', 'a field', 'the address', 'the body', 'a header', 'the method'] as const;
export type Manner = (typeof manners)[number];
const weights: Record<Manner, number> = {
  nothing: 30,
  'a field': 32,
  'the address': 16,
  'the body': 10,
  'a header': 9,
  'the method': 3,
};

const mannersByWeight = manners.flatMap((manner) => Array<Manner>(weights[manner]).fill(manner));

const samplesEach = 40;
const hostileSamples = 6_000;
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
const extraFields = [
  'role',
  'gamerCoins',
  'isVerified',
  '_id',
  'permissions',
  'playerId',
  '__proto__',
  'constructor',
];
const contentTypes = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/jsonp',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  '',
];
const brokenBodies = [
  '{',
  '{"a":}',
  '[1,]',
  'nul',
  '\ufeff{}',
  '"',
  "{'a':1}",
  '{}{}',
  '[]',
  'null',
  '0',
  '"text"',
  'true',
];
const headerNames = [
  'idempotency-key',
  'authorization',
  'range',
  'if-none-match',
  'if-match',
  'if-modified-since',
  'cookie',
  'accept',
  'accept-language',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-http-method-override',
  'x-request-id',
  'traceparent',
  'origin',
  'last-event-id',
  'stripe-signature',
  'x-signature-ed25519',
  'content-encoding',
  'te',
] as const;

/** The characters that Node allows in a header. */
const toHeader = (text: string) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').slice(0, 4_000);

/** The inputs of a run. Computing them takes seconds, so all its worlds share them. */
export function sampleInputs(operations: readonly Operation[], seed: number) {
  const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number) => fc.sample(arbitrary, { seed, numRuns });
  const fit = new Map<string, readonly unknown[]>();
  for (const { name, body, query, params } of operations) {
    if (body) fit.set(name, sample(fitting(body), samplesEach));
    for (const part of [...query, ...params]) {
      fit.set(`${name} ${part.name}`, sample(fitting(part.schema), samplesEach));
    }
  }
  return { fit, values: sample(hostile, hostileSamples), words: sample(hostileText, hostileSamples) };
}

export function createPlanner({
  inputs: { fit: fits, values, words },
  dice,
  known,
}: {
  inputs: ReturnType<typeof sampleInputs>;
  /** Numbers from 0 to less than 1. */
  dice(): number;
  known: Known;
}) {
  const one = <T>(list: readonly T[]): T => list[Math.floor(dice() * list.length)] as T;

  /** Fills in ids. */
  function fill(value: unknown, area: string): unknown {
    if (value === someId) return known.pickId(area);
    if (Array.isArray(value)) return value.map((part) => fill(part, area));
    if (typeof value !== 'object' || value === null || value instanceof Raw) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, fill(part, area)]));
  }

  function pickManner(): Manner {
    return one(mannersByWeight);
  }

  const encode = (text: string) => encodeURIComponent(text.toWellFormed());

  function address(operation: Operation, isHostile: boolean): string {
    const { name, area, params, query } = operation;
    const target = isHostile && params.length + query.length > 0 ? one([...params, ...query]) : undefined;
    let path = operation.path;
    for (const param of params) {
      const fit = String(fill(one(fits.get(`${name} ${param.name}`) ?? ['x']), area));
      const text = target === param ? one(words).slice(0, 3_000) : fit;
      path = path.replace(
        `{${param.name}}`,
        dice() < 0.9 ? encode(text) || '%20' : text.replace(/[^!-~]/g, ''),
      );
    }
    const parts: string[] = [];
    for (const param of query) {
      if (target !== param && dice() < 0.6) continue;
      const fit = fill(one(fits.get(`${name} ${param.name}`) ?? ['x']), area);
      parts.push(`${encode(param.name)}=${encode(target === param ? one(words) : String(fit))}`);
    }
    // A duplicate, and an unknown one.
    if (isHostile && dice() < 0.2) parts.push(parts[0] ?? 'limit=1', `${encode(one(words).slice(0, 50))}=1`);
    return parts.length > 0 ? `${path}?${parts.join('&')}` : path;
  }

  /** Replaces one or two fields of `body`, at any depth, with hostile values; or adds or removes a field. */
  function spoil(body: unknown): unknown {
    if (typeof body !== 'object' || body === null || body instanceof Raw) return one(values);
    const spoilt: Record<string, unknown> = Array.isArray(body) ? ([...body] as never) : { ...body };
    const keys = Object.keys(spoilt);
    const roll = dice();
    if (roll < 0.1 || keys.length === 0) {
      return { ...spoilt, [one(extraFields)]: one(values), isAdmin: true };
    }
    const key = one(keys);
    if (roll < 0.17) delete spoilt[key];
    else if (roll < 0.4 && typeof spoilt[key] === 'object') spoilt[key] = spoil(spoilt[key]);
    else spoilt[key] = one(values);
    return spoilt;
  }

  async function bodyOf(operation: Operation): Promise<unknown> {
    const fit = fill(one(fits.get(operation.name) ?? [{}]), operation.area);
    if (!operation.endpoint || operation.isForm) return fit;
    const roll = dice();
    const sensible = roll < 0.5 ? known.sensibleBody(operation.name) : undefined;
    if (sensible) return sensible;
    if (roll < 0.7) return fit;
    const { payload } = await sampleCall(operation.endpoint, known.pickId(operation.area));
    return payload ?? fit;
  }

  async function form(body: unknown, isHostile: boolean) {
    const fields: Parameters<typeof toForm>[0] = {};
    for (const [key, value] of Object.entries(body as object)) {
      if (key === 'image' || key === 'file' || key === 'codes') {
        const bytes =
          dice() < 0.3
            ? one(words)
            : one(['<svg onload="x()"/>', 'ABCD-EFGH-0001\nABCD-EFGH-0002', 'GIF89a']);
        fields[key] = {
          name: isHostile ? one(words).slice(0, 300) || 'x' : 'file.txt',
          content: Buffer.from(bytes),
        };
      } else fields[key] = typeof value === 'string' ? value : toJson(value);
    }
    return toForm(fields);
  }

  return {
    one,
    pickManner,
    async plan(operation: Operation, manner: Manner): Promise<Request> {
      const { method } = operation;
      const headers: Record<string, string> = {};
      const request: Request = { method, url: address(operation, manner === 'the address'), headers };
      if (method !== 'GET') headers['idempotency-key'] = `fuzz-${Math.floor(dice() * 1e12)}`;
      if (operation.body) {
        let body = await bodyOf(operation);
        if (manner === 'a field') body = dice() < 0.3 ? spoil(spoil(body)) : spoil(body);
        if (operation.isForm) {
          const isFit = manner === 'nothing' && operation.endpoint && dice() < 0.6;
          const { payload, headers: own } = isFit
            ? await sampleCall(operation.endpoint as Endpoint, known.pickId(operation.area))
            : await form(body, manner === 'a field');
          Object.assign(headers, own);
          if (payload instanceof Buffer) request.payload = payload;
        } else {
          headers['content-type'] = 'application/json';
          request.payload = toJson(body);
        }
      } else if (manner === 'a field' && method !== 'GET') {
        headers['content-type'] = 'application/json';
        request.payload = toJson(one(values));
      }
      if (manner === 'the body' && method !== 'GET') {
        if (dice() < 0.4) headers['content-type'] = one(contentTypes);
        else {
          headers['content-type'] = 'application/json';
          const whole = toJson(one(values));
          const twice = `{"a":1,${String(request.payload ?? '{}').slice(1)}`;
          request.payload = one([one(brokenBodies), whole, twice, `"${'a'.repeat(70_000)}"`]);
        }
      }
      if (manner === 'a header')
        headers[one(headerNames)] = toHeader(one(words).repeat(dice() < 0.1 ? 20 : 1));
      if (manner === 'the method') request.method = one(methods);
      return request;
    },
  };
}
