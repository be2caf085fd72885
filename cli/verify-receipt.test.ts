// SPDX-License-Identifier: Apache-2.0

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyText } from '../contract/games/kept-copy.ts';
import { readPublicMatch } from '../contract/games/pubg/record.ts';
import type { MatchRecord } from '../contract/games/pubg/schemas.ts';
import type { SharedReceipt } from '../contract/shared-receipts.ts';
import { formatUtc } from '../contract/times.ts';
import { makeOneLeafLog } from '../tests/support/one-leaf-log.ts';
import { openForTests } from '../tests/support/open-for-tests.ts';
import { startPubg } from '../tests/support/pubg-protocol/server.ts';
import { receiptOf } from '../tests/support/won-receipt.ts';

/** The command as a process, against a publisher that was written from its documents alone. */

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const minuteMs = 60_000;
const pubg = openForTests(() => startPubg({ now: () => new Date() }));
const shareId = '0198f000-0000-7000-8000-0000000000aa';

/** What the site claims. */
let claimed: SharedReceipt | undefined;
/** Where it says that the records are. */
const publicRecords: Record<string, string> = {};
/** Its answer, if it is none. */
let answered: string | undefined;
let redirectsTo: string | undefined;
/** What it publishes of its sealed ledger. */
let ledger: Record<string, object> = {};
let site: Server;
let siteUrl: string;
beforeAll(async () => {
  site = createServer(({ url }, answer) => {
    if (redirectsTo) return answer.writeHead(302, { location: redirectsTo }).end();
    if (answered !== undefined) return answer.end(answered);
    const ofLedger = url?.startsWith('/api/v1') && ledger[url.slice('/api/v1'.length).replace(/[?].*/, '')];
    if (ofLedger) return answer.end(JSON.stringify({ data: ofLedger }));
    const isKnown = claimed && url === `/api/v1/challenge/shared/${shareId}`;
    if (url === '/api/v1/config') return answer.end(JSON.stringify({ data: { publicRecords } }));
    return answer.writeHead(isKnown ? 200 : 404).end(JSON.stringify({ message: 'OK', data: claimed }));
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(() => site.close());

let players = 0;

/** A match that began five minutes after entry, and the receipt of its win as an honest site shows it. */
async function play(agoMs: number, { rank = 3, kills = 6 } = {}) {
  const startedAt = new Date(Math.floor((Date.now() - agoMs) / 1000) * 1000);
  const after = (minutes: number) => new Date(startedAt.getTime() + minutes * minuteMs).toISOString();
  const player = pubg.world.addPlayer(`Winner${++players}`);
  const { id } = pubg.world.addMatch({ startedAt, results: [{ player, rank, kills }] });
  const address = `${pubg.origin}/shards/steam/matches/${id}`;
  const answer = await fetch(address, { headers: { accept: 'application/json' } });
  const read = readPublicMatch(await answer.json(), { id: player.id });
  // As it was while the publisher still had it.
  const expired = { id, createdAt: after(0), durationSeconds: 1_500, storedAt: after(26) };
  const facts = 'record' in read ? read.record : expired;
  return {
    id,
    receipt(changes: Partial<MatchRecord> = {}, of: Partial<SharedReceipt> = {}): SharedReceipt {
      const made = receiptOf({ ...facts, ...changes });
      const at = after(70);
      const times = { startedAt: after(-5), startBy: after(35) };
      return {
        ...made,
        attempt: { ...made.attempt, epicId: `steam/${player.name}`, ...times },
        initial: { ...made.initial, takenAt: after(-5) },
        readings: made.readings.map((reading) => ({ ...reading, takenAt: at })),
        decision: { status: 'SUCCESS', reason: 'conditions-met', at },
        player: { handle: 'winner', avatar: null },
        referralCode: null,
        ...of,
      };
    },
  };
}

async function verify(receipt: SharedReceipt | undefined, path = `/r/${shareId}`, ...options: string[]) {
  return run(receipt, path, '--records', `${pubg.origin}/`, ...options);
}

async function run(receipt: SharedReceipt | undefined, path: string, ...options: string[]) {
  claimed = receipt;
  const env = { PATH: process.env.PATH, PUBG_BASE_URL: pubg.origin };
  const args = [main, 'verify-receipt', `${siteUrl}${path}`, ...options];
  return promisify(execFile)(process.execPath, args, { env }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }) => ({ code, said: `${stdout}${stderr}` }),
  );
}

it('agrees with an honest receipt, without a key', async () => {
  const { id, receipt } = await play(3 * 60 * minuteMs);
  const { code, said } = await verify(receipt());
  expect(said).toMatch(
    /^right {2}PUBG’s record agrees.* Asked 127\.0\.0\.1:\d+, which isn’t the publisher\.$/m,
  );
  expect(said).toMatch(/Conditions: top 10, 5 kills[\s\S]*Kills of bots count[\s\S]*place 3, 6 kills/);
  expect(said).toContain(`/shards/steam/matches/${id}`);
  expect(code).toBe(0);
  expect(pubg.calls.at(-1)).toMatchObject({ status: 200, isCompressed: true });
  expect(pubg.calls.at(-1)?.headers.authorization).toBeUndefined();
});

it('agrees with a receipt that hides the name', { tags: ['long'] }, async () => {
  const { receipt } = await play(3 * 60 * minuteMs);
  const shown = receipt();
  const hidden = { ...shown, attempt: { ...shown.attempt, epicId: '' }, platform: 'steam' };
  expect(await verify(hidden)).toMatchObject({
    code: 0,
    said: expect.stringContaining('The name is hidden'),
  });
});

it('finds the fact in which a forged receipt differs', { tags: ['long'] }, async () => {
  const { receipt } = await play(3 * 60 * minuteMs, { rank: 30, kills: 1 });
  const { code, said } = await verify(receipt({ place: 2, kills: 7 }), undefined, '--json');
  expect(code).toBe(1);
  expect(JSON.parse(said)).toMatchObject({
    ok: false,
    result: {
      differences: [
        { fact: 'Place', receipt: '2', published: '30' },
        { fact: 'Kills', receipt: '7', published: '1' },
        { fact: 'Result', published: 'FAILED (conditions-not-met)' },
      ],
    },
  });
});

it('prints no characters of a receipt that could forge or hide its verdict', { tags: ['long'] }, async () => {
  const { receipt } = await play(3 * 60 * minuteMs);
  const shown = receipt({ kills: 77 });
  const forged = `\u001b[2J\u009b1mright\nright  PUBG\u202e${' '.repeat(90)}agrees`;
  const challenge = { ...shown.attempt.challenge, description: forged };
  const attempt = { ...shown.attempt, challenge, epicId: `steam/Nobody${forged.replace('\n', '')}` };
  const { code, said } = await verify({ ...shown, attempt });
  expect(code).toBe(1);
  expect(said.match(/[^\n\P{Cc}]|\p{Cf}| {3}/gu)).toBeNull();
  expect(said).not.toMatch(/^right/m);
  expect(said).toContain('WRONG  Player: Nobody');
});

it('asks a stand-in only when an option allows it', { tags: ['long'] }, async () => {
  const { receipt } = await play(3 * 60 * minuteMs);
  publicRecords.pubg = pubg.origin;
  const asked = pubg.calls.length;
  const { code, said } = await run(receipt(), `/r/${shareId}`);
  expect([code, said]).toEqual([3, expect.stringContaining(`--records ${pubg.origin}`)]);
  expect(pubg.calls).toHaveLength(asked);
});

it('follows no redirect and stops reading an endless answer', { tags: ['long'] }, async () => {
  redirectsTo = '/elsewhere';
  const redirected = await verify(undefined);
  redirectsTo = undefined;
  expect(redirected).toMatchObject({ code: 3, said: expect.stringContaining('leads elsewhere') });
  answered = ' '.repeat(8 * 1024 * 1024 + 1);
  const endless = await verify(undefined);
  answered = undefined;
  expect(endless).toMatchObject({ code: 3, said: expect.stringContaining('longer than any receipt') });
});

it('agrees with a receipt of a match that began too late', { tags: ['long'] }, async () => {
  const { receipt } = await play(3 * 60 * minuteMs);
  const { attempt, readings, ...shown } = receipt();
  const at = new Date(Date.parse(attempt.startedAt) + 150 * minuteMs).toISOString();
  const startedAt = new Date(Date.parse(attempt.startedAt) - 40 * minuteMs).toISOString();
  const paid = { rewardGiven: 0, refundGC: 90, processingFeeGC: 10, finalStats: null };
  const late = await verify({
    ...shown,
    attempt: { ...attempt, ...paid, startedAt, status: 'CANCELLED', reason: 'started-late' },
    readings: readings.map((reading) => ({ ...reading, takenAt: at })),
    decision: { status: 'CANCELLED', reason: 'started-late', at },
  });
  expect(late).toMatchObject({ code: 0, said: expect.stringContaining('gives the same result') });
});

it('prints nothing from an answer that is not a receipt', { tags: ['long'] }, async () => {
  answered = '\u001b[2Jright  PUBG’s record agrees';
  const { code, said } = await verify(undefined);
  answered = undefined;
  expect(code).toBe(3);
  expect(said).toContain('no receipt that this release can read');
  expect(said).not.toContain('right');
});

it('reports a match that the publisher doesn’t have', { tags: ['long'] }, async () => {
  const { receipt } = await play(3 * 60 * minuteMs);
  const invented = '00000000-0000-4000-8000-000000000000';
  const { code, said } = await verify(receipt({ id: invented }));
  expect([code, said]).toEqual([1, expect.stringContaining('WRONG  PUBG has no such match')]);
});

it('shows our copy of a record that has expired, and whether the ledger had it before', {
  tags: ['long'],
}, async () => {
  const { receipt, id } = await play(15 * 24 * 60 * minuteMs);
  const shown = receipt();
  const { code, said } = await verify(shown);
  expect(code).toBe(3);
  expect(said).toContain('PUBG’s record has expired');
  expect(said).toContain('The sealed ledger doesn’t have its hash');
  expect(said).toContain(`"id":"${id}"`);
  expect(said).toContain('SHA-256 of our copy: ');

  const [reading] = shown.readings;
  const record = reading?.kind === 'matches' && reading.matches[0];
  if (!record || !shown.decision) throw new Error('is not decided');
  const { leaf, answers } = makeOneLeafLog(shown.attempt._id, copyText(record), shown.decision.at);
  ledger = answers;
  const sealed = await verify({ ...shown, feeLeaf: leaf });
  const since = formatUtc(shown.decision.at);
  expect(sealed).toMatchObject({ code: 3, said: expect.stringContaining(`since ${since}, in entry 1:`) });
  const changed = await verify({ ...receipt({ kills: 7 }), feeLeaf: leaf });
  expect(changed).toMatchObject({ code: 1, said: expect.stringContaining('Our copy isn’t the sealed one') });
  expect(changed.said).toContain('SHA-256 of our copy');
  ledger = {};
  const isAway = await verify({ ...shown, feeLeaf: leaf });
  expect(isAway.said).toContain('couldn’t compare it with the sealed ledger');
});

it('explains why it could not check', { tags: ['long'] }, async () => {
  const { receipt } = await play(3 * 60 * minuteMs);
  expect(await verify(undefined)).toMatchObject({ code: 3, said: expect.stringContaining('no receipt') });
  expect(await verify(receipt({}, { readings: [] }))).toMatchObject({
    code: 3,
    said: expect.stringContaining('No single match'),
  });
  expect(await verify(receipt(), '/somewhere')).toMatchObject({ code: 2 });
});
