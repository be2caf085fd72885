// SPDX-License-Identifier: Apache-2.0

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import {
  areKeysSound,
  isConsistent,
  isHeadSigned,
  verifyByWebCrypto,
} from '../../../../contract/seal-proof.ts';
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { makeScratchFolder } from '../../../../tests/support/scratch.ts';
import { award, readHead, seal } from '../../../../tests/support/seals.ts';
import { hasJob, type Task } from '../../../platform/jobs/outbox.ts';
import type { OutgoingMail } from '../../../platform/mail/mailer.ts';
import { auditWitness } from './audit-witness.ts';
import { scheduleDailyWitnesses, tellWitness } from './tell-witness.ts';
import { fileWitness, mailWitness, type Testimony, type Witness, webhookWitness } from './witnesses.ts';

let test: TestApp;
let player: string;
let path: string;
let server: Server;
let origin: string;
let status: number;
const heard: Testimony[] = [];

beforeAll(async () => {
  path = join(makeScratchFolder('witness'), 'heads.jsonl');
  test = await startTestApp({
    config: { sealWitness: { webhook: undefined, file: path, email: undefined } },
  });
  player = (await createPlayer(test.db)).id;
  server = createServer(async (request, response) => {
    const body = await request.map(String).toArray();
    if (status < 300) heard.push(JSON.parse(body.join('')));
    response.writeHead(status, { location: `${origin}/elsewhere` }).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  status = 204;
});
afterAll(async () => {
  server?.close();
  await test?.close();
});

async function sealSome(): Promise<void> {
  await award(test.db, player, 3);
  await seal(test);
}

const tell = (witness: Witness) =>
  tellWitness({ witness: witness.name }, { db: test.db, clock: test.clock, witnesses: [witness] });
const readLines = () => readFileSync(path, 'utf8').trimEnd().split('\n');

it('tells a webhook of every head, also of those while it was away, and proves that the log goes on', async () => {
  const webhook = webhookWitness(`${origin}/keep`, { sandboxOrigin: origin });
  await sealSome();
  await tell(webhook);
  for (status of [503, 307, 404]) {
    await sealSome();
    await expect(tell(webhook)).rejects.toThrow(`The witness answered ${status}`);
  }
  status = 200;
  await tell(webhook);
  await tell(webhook);
  const [first, second] = heard as [Testimony, Testimony];
  expect([heard.length, first.heads.length, second.heads.length]).toEqual([2, 1, 3]);
  const [before, after] = [first.heads[0], second.heads[2]] as const;
  if (!before || !after) throw new Error('heads are missing');
  expect(second.consistency).toMatchObject({ from: before.size, to: after.size });
  expect(await isConsistent(before, after, second.consistency.hashes)).toBe(true);
  expect(await areKeysSound(second.log, verifyByWebCrypto)).toBe(true);
  expect(await isHeadSigned(second.log, after, verifyByWebCrypto)).toBe(true);
});

it.each([
  ['a name that means a private address', 'https://witness.example.com/', ['169.254.169.254']],
  ['one of which one address is private', 'https://witness.example.com/', ['93.184.216.34', '10.0.0.1']],
  ['an address without https', 'http://witness.example.com/', []],
  ['a number', 'https://127.0.0.1/', []],
])('tells nothing to %s', async (_what, address, addresses) => {
  await sealSome();
  const resolve = vi.fn(async () => addresses.map((each) => ({ address: each, family: 4 })));
  await expect(tell({ ...webhookWitness(address, { resolve }), name: 'mail' })).rejects.toThrow(/address/);
});

it('leaves a job with each head, and writes what the file lacks, after a torn line too', async () => {
  await sealSome();
  expect(await hasJob(test.db, 'tell-witness:file')).toBe(true);
  const run = () => (test.app.tasks['tell-witness'] as Task)({ witness: 'file' } as never);
  await run();
  const lines = readLines();
  const { heads } = (await test.call({ url: '/seals/heads' })).json().data;
  expect(lines.map((line) => JSON.parse(line))).toEqual(
    heads.map((head: object) => ({ origin: expect.stringMatching(/^finalring-ledger\//), ...head })),
  );
  await run();
  expect(readLines()).toEqual(lines);
  writeFileSync(path, `${lines.join('\n')}\n${lines[0]?.slice(0, 30)}`);
  await sealSome();
  await run();
  expect(readLines().at(-2)).toBe(lines[0]?.slice(0, 30));
  expect(JSON.parse(readLines().at(-1) ?? '')).toMatchObject((await readHead(test)).head);
});

it('compares what a witness kept with the log', async () => {
  await sealSome();
  await tell(fileWitness(path));
  const kept = `${readLines()
    .filter((line) => line.endsWith('}'))
    .join('\n')}\n`;
  const now = test.clock.now();
  const soon = new Date(now.getTime() + 6 * 60_000);
  const breachesOf = async (text: string, at = now) => (await auditWitness(test.db, text, at)).breaches;
  const lines = kept.trimEnd().split('\n');
  const size = (line = '') => JSON.parse(line).size as number;
  expect(await auditWitness(test.db, kept, soon)).toEqual({
    claim: `The log and the witness have the same tree heads: ${lines.length} compared, up to size ${size(lines.at(-1))}`,
    breaches: [],
  });
  const [first = '', second = ''] = lines;
  const { root } = JSON.parse(first);
  expect(await breachesOf(first.replace(root, '0'.repeat(64)))).toEqual([
    `the head of ${size(first)} leaves that the witness has has another root`,
  ]);
  expect(await breachesOf(`${first}\n${first.replace(root, '0'.repeat(64))}`)).toHaveLength(1);
  expect(await breachesOf(`${second}\n${first.replace(`"size":${size(first)}`, '"size":1')}`)).toEqual([
    'the head of 1 leaves that the witness has is not in the log',
  ]);
  expect(await breachesOf(`${second}\n${first.replace('finalring-ledger/', 'another/')}`)).toHaveLength(1);
  expect(await breachesOf(`${first}\nnothing`)).toEqual(['line 2 is no tree head']);

  // A file that lacks heads says nothing about them.
  expect(await breachesOf('')).toEqual(['no head could be compared']);
  expect(await breachesOf('', soon)).toEqual([
    `the witness lacks ${lines.length} of the log's heads, the first of ${size(first)} leaves`,
    'no head could be compared',
  ]);
  expect(await breachesOf(lines.slice(0, -1).join('\n'))).toEqual([]);
  expect(await breachesOf(lines.slice(0, -1).join('\n'), soon)).toEqual([
    `the witness lacks 1 of the log's heads, the first of ${size(lines.at(-1))} leaves`,
  ]);
  expect(await breachesOf(lines.toSpliced(1, 1).join('\n'), soon)).toEqual([
    `the witness lacks 1 of the log's heads, the first of ${size(second)} leaves`,
  ]);

  // A process that was killed while it wrote leaves a torn line, before its newline or, written again, in the middle.
  const last = lines.at(-1) ?? '';
  const torn = (cut: number, line = last) => line.slice(0, cut);
  const compared = (count: number, upTo: string, named: string) => ({
    claim: `The log and the witness have the same tree heads: ${count} compared, up to size ${size(upTo)}; ${named}`,
  });
  for (const cut of [1, 40, last.length - 1]) {
    expect(await auditWitness(test.db, `${kept}${torn(cut)}`, soon)).toEqual({
      ...compared(lines.length, last, `line ${lines.length + 1} is torn and counts for nothing`),
      breaches: [],
    });
    expect(
      await auditWitness(test.db, `${lines.slice(0, -1).join('\n')}\n${torn(cut)}\n${last}\n`, soon),
    ).toEqual({
      ...compared(lines.length, last, `line ${lines.length} is torn and counts for nothing`),
      breaches: [],
    });
    // What it held is asked for again.
    expect(await breachesOf(`${lines.slice(0, -1).join('\n')}\n${torn(cut)}`, soon)).toEqual([
      `the witness lacks 1 of the log's heads, the first of ${size(last)} leaves`,
    ]);
  }
  // Torn is only the beginning of a line about a head of this log: a torn head with another root is a breach.
  for (const line of [torn(-1, last.replace(JSON.parse(last).root, '0'.repeat(64))), torn(40).slice(1), 'x'])
    expect(await breachesOf(`${kept}${line}`, soon)).toEqual([`line ${lines.length + 1} is no tree head`]);

  const file = join(makeScratchFolder('kept'), 'kept.jsonl');
  const env = { ...process.env, DATABASE_URL: test.databaseUrl };
  const command = ['cli/main.ts', 'audit', '--witness', file];
  for (const content of [first.replace(root, '0'.repeat(64)), '']) {
    writeFileSync(file, content);
    const broken = spawnSync(process.execPath, command, { encoding: 'utf8', env });
    expect(broken.status).toBe(1);
    expect(broken.stdout).toMatch(
      /^BREACH {2}The log and the witness have the same tree heads: [01] compared, up to size \d+$/m,
    );
  }
});

it('mails the newest head once a day', async () => {
  const sent: OutgoingMail[] = [];
  const mailer = { send: async (mail: OutgoingMail) => sent.push(mail) > 0 };
  const look = {
    brandName: 'FinalRing',
    supportEmail: 'support@finalring.test',
    supportPhone: '+1 555 0100',
  };
  const mail = mailWitness('witness@example.com', { mailer, look, publicUrl: 'https://play.example' });
  const deps = { db: test.db, clock: test.clock, witnesses: [mail] };
  await test.db.run(sql`delete from seal_witnesses where witness = 'mail'`);
  await sealSome();
  expect(await hasJob(test.db, 'tell-witness:mail')).toBe(false);
  await scheduleDailyWitnesses(deps);
  expect(await hasJob(test.db, 'tell-witness:mail')).toBe(true);
  await tell(mail);
  await tell(mail);
  const { head } = await readHead(test);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    subject: `Sealed ledger: ${head.size} entries`,
    to: { address: 'witness@example.com' },
  });
  expect(sent[0]?.text).toContain(`\u2014 finalring-ledger/`);
  expect(sent[0]?.text).toContain(head.root);
});
