// SPDX-License-Identifier: Apache-2.0

import type { LightMyRequestResponse } from 'fastify';
import type { Operation } from './operations.ts';
import type { Identity } from './world.ts';

/** Internals of the program in texts meant for people. Texts written by players are ignored. */
const innards =
  /\n\s+at .+:\d+|node_modules|[\\/]server[\\/]\w+|\.ts:\d+|syntax error at|invalid input syntax|violates \w+(-\w+)? constraint|relation "|column "|ECONNREFUSED|SequelizeError|\bselect\b.+\bfrom\b.+\bwhere\b/i;
const planted = /planted-(\d+)@leak\.test|Planted Person (\d+)\.|PLANTED-CODE-(\d+)-/g;
/** Operations open to every signed-in caller that show more to holders of a permission. */
const variesByPermission = new Set([
  'GET /api/v1/giveaways',
  'GET /api/v1/saved-views',
  'PUT /api/v1/saved-views/{id}',
]);

/** All faults of an answer. `isElsewhere`: the request was for another address or method. */
export function judgeAnswer(
  { name, access, endpoint, judge }: Operation,
  identity: Identity,
  isElsewhere: boolean,
  answer: LightMyRequestResponse,
  secrets: ReadonlySet<string>,
): string[] {
  const { statusCode: status, body } = answer;
  const findings: string[] = [];
  if (status >= 500) {
    const own: readonly string[] = endpoint?.refusals ?? [];
    const code = /"code":"(\w+)"/.exec(body)?.[1] ?? '';
    // The endpoint's own refusals only.
    if (!own.includes(code)) findings.push(`answered ${status} ${code}`);
  }
  if (!isElsewhere) {
    const fault = judge(status, String(answer.headers['content-type'] ?? ''), body);
    if (fault) findings.push(fault);
  }
  const isGood = status < 400 && !isElsewhere;
  const needsPermission = access !== undefined && access !== 'public' && access !== 'signed-in';
  const isNobody = identity.kind === 'visitor' || identity.kind === 'ended';
  if (isGood && isNobody && (needsPermission || access === 'signed-in')) findings.push('let them in');
  if (status >= 400 && innards.test(body)) findings.push(`shows its innards: ${innards.exec(body)?.[0]}`);
  for (const secret of secrets) if (body.includes(secret)) findings.push('shows a secret');
  const showsOthers = variesByPermission.has(name) && identity.kind === 'administrator';
  for (const [what, mail, person, code] of body.matchAll(planted)) {
    if (Number(mail ?? person ?? code) === identity.mark) continue;
    // The address that they called instead may be theirs to see. Each operation is also called by its own name.
    if (isElsewhere && identity.kind === 'administrator') continue;
    // A holder of the permission may learn from a refusal whose object it is.
    const isWithin = isGood || (needsPermission && !isElsewhere && status !== 401 && status !== 403);
    const mayShow = code ? access === 'gift-cards:reveal' : needsPermission || showsOthers;
    if (!isWithin || !mayShow) findings.push(`shows ${what}`);
  }
  if (answer.headers['x-content-type-options'] !== 'nosniff') findings.push('lacks x-content-type-options');
  return findings;
}
