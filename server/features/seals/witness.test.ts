// SPDX-License-Identifier: Apache-2.0

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { makeScratchFolder } from '../../../tests/support/scratch.ts';
import { award, readHead, seal } from '../../../tests/support/seals.ts';
import { hasJob, type Task } from '../../platform/jobs/outbox.ts';
import { auditWitness } from './audit-witness.ts';
import { notifyWitness } from './notify-witness.ts';

let test: TestApp;
let player: string;
let path: string;

beforeAll(async () => {
  path = join(makeScratchFolder('witness'), 'heads.jsonl');
  test = await startTestApp({
    config: { sealWitnessFile: path },
  });
  player = (await createPlayer(test.db)).id;
});
afterAll(() => test?.close());

async function sealSome(): Promise<void> {
  await award(test.db, player, 3);
  await seal(test);
}

const readLines = () => readFileSync(path, 'utf8').trimEnd().split('\n');

it('queues a job with each head, and writes missing heads, even after a torn line', async () => {
  await sealSome();
  expect(await hasJob(test.db, 'tell-witness')).toBe(true);
  const run = () => (test.app.tasks['tell-witness'] as Task)({} as never);
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

it('compares the heads that a witness stored with the log', { tags: ['long'] }, async () => {
  await sealSome();
  await notifyWitness(path, test);
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
    `the witness's head of ${size(first)} leaves has another root`,
  ]);
  expect(await breachesOf(`${first}\n${first.replace(root, '0'.repeat(64))}`)).toHaveLength(1);
  expect(await breachesOf(`${second}\n${first.replace(`"size":${size(first)}`, '"size":1')}`)).toEqual([
    "the witness's head of 1 leaves is not in the log",
  ]);
  expect(await breachesOf(`${second}\n${first.replace('finalring-ledger/', 'another/')}`)).toHaveLength(1);
  expect(await breachesOf(`${first}\nnothing`)).toEqual(['line 2 is not a tree head']);

  // A file without heads proves nothing about them.
  expect(await breachesOf('')).toEqual(['no head could be compared']);
  expect(await breachesOf('', soon)).toEqual([
    `the witness lacks ${lines.length} of the log's heads, from ${size(first)} leaves on`,
    'no head could be compared',
  ]);
  expect(await breachesOf(lines.slice(0, -1).join('\n'))).toEqual([]);
  expect(await breachesOf(lines.slice(0, -1).join('\n'), soon)).toEqual([
    `the witness lacks 1 of the log's heads, from ${size(lines.at(-1))} leaves on`,
  ]);
  expect(await breachesOf(lines.toSpliced(1, 1).join('\n'), soon)).toEqual([
    `the witness lacks 1 of the log's heads, from ${size(second)} leaves on`,
  ]);

  // A process killed while writing leaves a torn line, before its newline or, written again, in the middle.
  const last = lines.at(-1) ?? '';
  const torn = (cut: number, line = last) => line.slice(0, cut);
  const compared = (count: number, upTo: string, named: string) => ({
    claim: `The log and the witness have the same tree heads: ${count} compared, up to size ${size(upTo)}; ${named}`,
  });
  for (const cut of [1, 40, last.length - 1]) {
    expect(await auditWitness(test.db, `${kept}${torn(cut)}`, soon)).toEqual({
      ...compared(lines.length, last, `line ${lines.length + 1} is cut off and ignored`),
      breaches: [],
    });
    expect(
      await auditWitness(test.db, `${lines.slice(0, -1).join('\n')}\n${torn(cut)}\n${last}\n`, soon),
    ).toEqual({
      ...compared(lines.length, last, `line ${lines.length} is cut off and ignored`),
      breaches: [],
    });
    // The torn line's head is still required.
    expect(await breachesOf(`${lines.slice(0, -1).join('\n')}\n${torn(cut)}`, soon)).toEqual([
      `the witness lacks 1 of the log's heads, from ${size(last)} leaves on`,
    ]);
  }
  // Only the beginning of a line about a head of this log counts as torn: a torn head with another root is a breach.
  for (const line of [torn(-1, last.replace(JSON.parse(last).root, '0'.repeat(64))), torn(40).slice(1), 'x'])
    expect(await breachesOf(`${kept}${line}`, soon)).toEqual([`line ${lines.length + 1} is not a tree head`]);

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
