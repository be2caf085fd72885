// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { transferKinds } from '../../contract/transfer-kinds.ts';
import { auditLedger } from '../../server/audit.ts';
import type { Queryable } from '../../server/platform/db/database.ts';
import { endpointsOfContract } from '../support/contract.ts';
import { inlineReferences } from '../support/inline-references.ts';
import { patient } from '../support/patience.ts';
import { seeded } from '../support/random.ts';
import { judgeAnswer } from './judge.ts';
import { rememberAnswers } from './known.ts';
import { type Operation, readOperations } from './operations.ts';
import { createPlanner, type Manner, type Request, sampleInputs } from './plan.ts';
import { createWorld, type Identity, type World } from './world.ts';

export interface Finding {
  what: string;
  operation: string;
  identity: string;
  /** Repeats the request. */
  curl: string;
  answer: string;
  /** How often the finding occurred. */
  times: number;
}

export interface FuzzOutcome {
  requests: number;
  seconds: number;
  operations: number;
  identities: number;
  /** Requests and successful answers of each operation. */
  perOperation: Map<string, { sent: number; good: number }>;
  perStatus: Map<number, number>;
  findings: Finding[];
}

export interface FuzzOptions {
  seed: number;
  requests: number;
  /** The migrated database that worlds are cloned from; by default that of the test run. */
  templateUrl?: string;
  /** Ends early after this time. */
  maxMs?: number;
  say?(line: string): void;
}

const perWorld = 20_000;
const atOnce = 8;
const answersWithinMs = patient(10_000);
/** Endless streams. How they refuse is tested with callers without a session. */
const streams = new Set(['GET /api/v1/live']);

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function toCurl({ method, url, headers, payload }: Request, { name, token }: Identity): string {
  const given = Object.entries(headers).map(([key, value]) => `-H ${quote(`${key}: ${value}`)}`);
  const session =
    token && !headers.authorization ? [`-H "authorization: Bearer $TOKEN" # of: ${name}\n `] : [];
  const body = payload === undefined ? [] : ['--data-binary', quote(String(payload).slice(0, 3_000))];
  return ['curl', '-X', method, quote(`http://localhost:3000${url}`), ...given, ...body, ...session].join(
    ' ',
  );
}

/** Includes the call that repeats it. */
export const describeFinding = ({ what, operation, identity, curl, answer, times }: Finding): string =>
  `FINDING (${times} times) ${operation} as ${identity}: ${what}\n  ${curl}\n  ${answer}`;

/** Sends hostile requests to every operation of the document in every role, and checks each answer. */
export async function fuzz(options: FuzzOptions): Promise<FuzzOutcome> {
  const outcome: FuzzOutcome = {
    requests: 0,
    seconds: 0,
    operations: 0,
    identities: 0,
    perOperation: new Map(),
    perStatus: new Map(),
    findings: [],
  };
  const began = performance.now();
  const isOver = () => performance.now() - began > (options.maxMs ?? Number.POSITIVE_INFINITY);
  let asked: Asked | undefined;
  let told = 0;
  for (let number = 0; outcome.requests < options.requests && !isOver(); number++) {
    const world = await createWorld(options.templateUrl);
    try {
      asked ??= await readDocument(world, options.seed);
      outcome.operations = asked.operations.length;
      outcome.identities = world.identities.length;
      const left = Math.min(perWorld, options.requests - outcome.requests);
      await fuzzWorld(world, { ...asked, seed: options.seed + number, requests: left, isOver }, outcome);
      for (const { claim, breaches } of (await auditLedger(world.test.db)).proofs) {
        for (const breach of breaches.slice(0, 3)) keep(outcome, `audit: ${claim}: ${breach}`);
      }
      for (const what of await findUnknownKinds(world.test.db)) keep(outcome, what);
    } finally {
      await world.close();
    }
    outcome.seconds = (performance.now() - began) / 1000;
    const rate = Math.round(outcome.requests / outcome.seconds);
    // Reported immediately, because a run of a million requests takes long and may be interrupted.
    for (const finding of outcome.findings.slice(told)) options.say?.(describeFinding(finding));
    told = outcome.findings.length;
    options.say?.(`${outcome.requests} requests, ${rate} a second, ${outcome.findings.length} findings`);
  }
  outcome.seconds = (performance.now() - began) / 1000;
  return outcome;
}

interface Asked {
  operations: readonly Operation[];
  inputs: ReturnType<typeof sampleInputs>;
}

/** Players' transfers that browsers would call forged, because their type never involves such a house account. */
async function findUnknownKinds(db: Queryable): Promise<string[]> {
  const found = await db.rows<{ type: keyof typeof transferKinds; house: string }>(sql`
    select distinct type, coalesce(debit_house, credit_house) as house from transfers
    where num_nonnulls(debit_player_id, credit_player_id) = 1`);
  return found
    .filter(({ type, house }) => !(transferKinds[type].counterparts as readonly string[]).includes(house))
    .map(({ type, house }) => `statements: contract/transfer-kinds.ts has no ${house} for ${type}`);
}

async function readDocument({ test }: World, seed: number): Promise<Asked> {
  const { body } = await test.app.http.inject('/api/v1/openapi.json');
  const document = inlineReferences(JSON.parse(body));
  const operations = readOperations(document, await endpointsOfContract());
  return { operations, inputs: sampleInputs(operations, seed) };
}

/** Stores a finding, and counts similar ones. */
function keep(
  { findings }: FuzzOutcome,
  what: string,
  about: Omit<Finding, 'what' | 'times'> = { operation: '', identity: '', curl: '', answer: '' },
): void {
  const alike = (text: string) => text.replace(/\d+/g, '0').slice(0, 120);
  const known = findings.find(
    (finding) => finding.operation === about.operation && alike(finding.what) === alike(what),
  );
  if (known) known.times++;
  else findings.push({ what, ...about, times: 1 });
}

async function fuzzWorld(
  world: World,
  {
    operations,
    inputs,
    seed,
    requests,
    isOver,
  }: Asked & { seed: number; requests: number; isOver(): boolean },
  outcome: FuzzOutcome,
): Promise<void> {
  const { test, identities, secrets } = world;
  const dice = seeded(seed);
  const known = rememberAnswers(dice);
  const { one, pickManner, plan } = createPlanner({ inputs, dice, known });
  const areas = [...new Set(operations.map(({ area }) => area))];

  for (const { playerId } of identities) if (playerId) known.keep('super-admin', playerId);

  async function send(operation: Operation, identity: Identity, manner: Manner): Promise<void> {
    const request = await plan(operation, manner);
    // The session as it is now: another call may renew it before this one is answered.
    const sender = { ...identity };
    const isMutated = request.method !== operation.method || !isAt(operation, request.url);
    const hasOwn = request.headers.authorization !== undefined;
    const caller = hasOwn ? { ...sender, kind: 'player' as const } : sender;
    const token = hasOwn ? {} : sender.token && { authorization: `Bearer ${sender.token}` };
    const sending = test.app.http.inject({
      ...request,
      method: request.method as 'GET',
      headers: { ...token, ...request.headers },
      remoteAddress: `10.${Math.floor(dice() * 256)}.${Math.floor(dice() * 256)}.${Math.floor(dice() * 256)}`,
    });
    const answer = await Promise.race([sending, delay(answersWithinMs, undefined, { ref: false })]);
    const about = { operation: operation.name, identity: identity.name, curl: toCurl(request, identity) };
    outcome.requests++;
    if (!answer) return keep(outcome, `no answer within ${answersWithinMs} ms`, { ...about, answer: '' });
    const { statusCode: status, body } = answer;
    const counted = outcome.perOperation.get(operation.name) ?? { sent: 0, good: 0 };
    counted.sent++;
    if (status < 400 && !isMutated) counted.good++;
    outcome.perOperation.set(operation.name, counted);
    outcome.perStatus.set(status, (outcome.perStatus.get(status) ?? 0) + 1);
    if (status < 300) known.keep(operation.area, body);
    for (const what of judgeAnswer(operation, caller, isMutated, answer, secrets)) {
      const shown = /^shows (.+)/.exec(what)?.[1] ?? '';
      const at = Math.max(0, body.indexOf(shown) - 300);
      const id = String(answer.headers['x-request-id']);
      const logged = status >= 500 ? world.faults.find((line) => line.includes(id)) : '';
      keep(outcome, what, { ...about, answer: `${status} ${body.slice(at, at + 600)} ${logged}` });
    }
    if (status === 401 && !hasOwn && (identity.kind === 'player' || identity.kind === 'administrator')) {
      await world.renew(identity);
    }
  }

  const mayAsk = ({ name }: Operation, { kind }: Identity) =>
    !streams.has(name) || kind === 'visitor' || kind === 'ended';
  const signedOut = identities.filter(({ kind }) => kind === 'visitor' || kind === 'ended');
  const players = identities.filter(({ kind }) => kind === 'player');
  const mighty = identities.filter(({ name }) => name.endsWith('ADMIN'));
  /** Someone whom the guard accepts. */
  const able = ({ access }: Operation) => one(access === 'signed-in' ? players : mighty);

  /** Within one area, different people create, use and end the same object. */
  async function story(): Promise<void> {
    const area = one(areas);
    const own = operations.filter((operation) => operation.area === area);
    const [making, ending] = ['POST', 'DELETE'].map((method) => own.filter((each) => each.method === method));
    for (let step = 0; step < atOnce; step++) {
      const among =
        step === 0 && making?.length ? making : step === atOnce - 2 && ending?.length ? ending : own;
      const operation = one(among);
      const identity = dice() < 0.7 ? able(operation) : one(identities);
      if (mayAsk(operation, identity)) await send(operation, identity, step === 0 ? 'nothing' : pickManner());
    }
  }

  const end = outcome.requests + requests;
  let turn = 0;
  for (let round = 0; outcome.requests < end && !isOver(); round++) {
    // Limits per player would refuse almost everything. They have separate tests.
    if (round % 10 === 0) await test.db.run(sql`delete from rate_limit_windows`);
    if (round % 4 === 0) await story();
    const together = Array.from({ length: atOnce }, () => {
      // Each operation in turn, so that none is left out.
      const operation = operations[turn++ % operations.length] as Operation;
      const identity = dice() < 0.55 && !streams.has(operation.name) ? able(operation) : one(identities);
      const asks = mayAsk(operation, identity) ? identity : one(signedOut);
      return send(operation, asks, pickManner());
    });
    await Promise.all(together);
  }
}

/** Whether an address still leads to its operation: hostile path values may lead elsewhere. */
function isAt({ path }: Operation, url: string): boolean {
  const pattern = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/?#]{1,600}');
  return (
    new RegExp(`^${pattern}([?].*)?$`).test(url) && !/%zz|%(?![0-9a-f]{2})|\/\.{1,2}([/?]|$)|%2e/i.test(url)
  );
}
