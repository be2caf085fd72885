// SPDX-License-Identifier: Apache-2.0

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SealedStatement } from '../../../contract/seals.ts';
import type { Statement } from '../../../contract/wallet.ts';
import { startTestApp } from '../../../tests/support/app.ts';
import { finalring } from '../../../tests/support/command.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { makeScratchFolder } from '../../../tests/support/scratch.ts';
import { award, readEntries, readHead, seal } from '../../../tests/support/seals.ts';

const test = openForTests(startTestApp);
let player: string;
let token: string;
let right: SealedStatement;
beforeAll(async () => {
  player = (await createPlayer(test.db)).id;
  token = await test.signIn(player);
  await award(test.db, player, 5);
  await seal(test);
  right = await readStatement();
});

const readStatement = async (): Promise<SealedStatement> => {
  const { data } = (await test.call({ url: '/transaction/history?limit=5', token })).json<{
    data: Statement;
  }>();
  const seals = [
    await readEntries(
      test,
      token,
      data.history.map(({ _id }) => _id),
    ),
  ];
  return { playerId: player, lines: data.history, seals };
};

async function verify(content: object, ...site: string[]) {
  const file = join(makeScratchFolder('statement'), 'statement.json');
  writeFileSync(file, JSON.stringify(content));
  const run = spawn(process.execPath, ['cli/main.ts', 'verify', 'statement', file, ...site]);
  const [out, errors, [status]] = await Promise.all([text(run.stdout), text(run.stderr), once(run, 'close')]);
  return { status: status as number, said: out + errors };
}

/** The statement with only each line's date changed, to this age. */
const aged = (statement: SealedStatement, minutes: number) => ({
  ...statement,
  lines: statement.lines.map((line) => ({
    ...line,
    date: new Date(Date.now() - minutes * 60_000).toISOString(),
  })),
});
/** The answer of a ledger that has sealed none of the lines. */
const unsealed = ({ log, head, entries }: SealedStatement['seals'][number]) => ({
  log,
  head,
  entries: entries.map(({ transferId }) => ({ transferId, proof: null })),
});

describe('finalring verify statement', () => {
  it('exits with 0 when every line is proved, and prints the whole key', { tags: ['long'] }, async () => {
    const { status, said } = await verify(right);
    expect(said).toMatch(/^right {2}transfer \d+ is entry \d+ of \d+$/m);
    expect(said).toContain(
      `Signed by the key ${right.seals[0]?.log.keys[0]?.publicKey} of finalring-ledger/`,
    );
    expect([status, said.includes('WRONG')]).toEqual([0, false]);
  });

  it('exits with 1 when a line was changed or has no proof', async () => {
    const lines = right.lines.map((line, place) =>
      place === 2 ? { ...line, amount: 900 } : place === 3 ? { ...line, type: 'giveawayPrize' } : line,
    );
    const { status, said } = await verify({ ...right, lines: [...lines, { ...lines[0], _id: '999999' }] });
    expect(status).toBe(1);
    expect(said.match(/is not what was sealed/g)).toHaveLength(2);
    expect(said).toContain('WRONG  the ledger does not contain a line as the statement shows it');
    expect(said).toContain('WRONG  transfer 999999 has no proof');
  });

  it('exits with 2 when only lines of the last five minutes are unsealed', { tags: ['long'] }, async () => {
    const open = { ...right, seals: right.seals.map(unsealed) };
    const said = expect.stringContaining('open   transfer');
    expect(await verify(aged(open, 4))).toMatchObject({ status: 2, said });
    expect((await verify(aged(open, 6))).status).toBe(1);
  });

  it('exits with 1 for an empty file, another file or wrong arguments', { tags: ['long'] }, async () => {
    expect((await verify({ ...right, lines: [], seals: [] })).status).toBe(1);
    expect((await verify({})).status).toBe(1);
    for (const args of [[], ['--strange'], ['/nowhere/statement.json']]) {
      expect((await finalring(['verify', 'statement', ...args])).code).toBe(1);
    }
  });

  it("compares with the site's ledger: another key, fewer entries, other contents", {
    tags: ['long'],
  }, async () => {
    const site = createServer(async ({ url = '' }, response) => {
      const answer = await test.call({ url: url.replace('/api/v1', '') });
      response.writeHead(answer.statusCode, { 'content-type': 'application/json' });
      response.end(JSON.stringify(change(answer.json())));
    });
    let change = (body: { data: never }): unknown => body;
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    try {
      await award(test.db, player, 1);
      await seal(test);
      await readHead(test);
      expect(await verify(right, address)).toMatchObject({ status: 0 });
      const { log } = await readHead(test);
      const heads = (await test.call({ url: '/seals/heads' })).json().data.heads;
      expect(heads.length).toBeGreaterThan(1);
      const later = await readStatement();
      change = ({ data }) => ({ data: 'head' in data ? { log, head: heads[0] } : data });
      expect(await verify(later, address)).toMatchObject({
        status: 1,
        said: expect.stringContaining('has fewer entries than this one'),
      });
      change = ({ data }) => ({
        data: 'head' in data ? { log, head: { ...heads.at(-1), signature: 'AAAA' } } : data,
      });
      expect(await verify(right, address)).toMatchObject({ status: 1 });
    } finally {
      site.close();
    }
  });
});
