// SPDX-License-Identifier: Apache-2.0

import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { computeCommitment, drawAlgorithm, drawWinners, hashOfEntrants } from '../contract/draw.ts';
import { makeScratchFolder } from '../tests/support/scratch.ts';

const script = fileURLToPath(new URL('./main.ts', import.meta.url));

async function published() {
  const terms = {
    giveawayId: '01990000-0000-7000-8000-000000000000',
    title: 'Friday drop',
    prizeType: 'GC' as const,
    prizeAmount: 50,
    winnerCount: 1,
    startDate: '2026-11-20T00:00:00.000Z',
    endDate: '2026-11-21T00:00:00.000Z',
  };
  const seed = '0f'.repeat(32);
  const entrants = ['a', 'b', 'c'];
  return {
    algorithm: drawAlgorithm,
    terms,
    commitment: await computeCommitment(seed, terms),
    seed,
    entrants,
    entrantsHash: await hashOfEntrants(entrants),
    winners: await drawWinners(seed, entrants, 1),
  };
}

function verify(content: string) {
  const file = join(makeScratchFolder('draw'), 'draw.json');
  writeFileSync(file, content);
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, 'verify', 'draw', file], {
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

it('confirms an honest draw, as an API answer or a bare record', { tags: ['long'] }, async () => {
  const record = await published();
  expect(verify(JSON.stringify(record))).toMatchObject({ status: 0 });
  const { status, said } = verify(JSON.stringify({ message: 'OK', data: record }));
  expect(status).toBe(0);
  expect(said).not.toContain('WRONG');
});

it('fetches a list stored as a separate file', async () => {
  const { entrants, ...record } = await published();
  const server = createServer(({ url }, answer) => {
    if (url === '/draw') answer.end(JSON.stringify({ message: 'OK', data: { ...record, entrantCount: 3 } }));
    else if (url === '/draw/entrants') answer.end(entrants.join('\n'));
    else answer.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/draw`;
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [script, 'verify', 'draw', address]);
    expect(stdout).toContain('3 entries');
    expect(stdout).not.toContain('WRONG');
  } finally {
    server.close();
  }
});

it('reports what is wrong with a draw', { tags: ['long'] }, async () => {
  const record = await published();
  const { status, said } = verify(
    JSON.stringify({ ...record, winners: record.entrants.slice(0, 1), seed: 'ff'.repeat(32) }),
  );
  expect(status).toBe(1);
  expect(said).toContain('WRONG  Seed and terms');
  expect(verify('{}').status).toBe(3);
});
