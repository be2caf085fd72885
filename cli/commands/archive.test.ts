// SPDX-License-Identifier: Apache-2.0

import { rmSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { archiveMonths } from '../../server/platform/months/archive-months.ts';
import { openStorage } from '../../server/platform/storage/open-storage.ts';
import { testSecret } from '../../tests/support/app.ts';
import { archivingNow, fillMonths } from '../../tests/support/archives.ts';
import { finalring, finalringJson } from '../../tests/support/command.ts';
import { openTestDatabase } from '../../tests/support/database.ts';
import { makeScratchFolder } from '../../tests/support/scratch.ts';

const folder = makeScratchFolder('archive');
const db = openTestDatabase();
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

it('names what is archived, prints it, and reads all of it again', { tags: ['long'] }, async () => {
  const env = { DATABASE_URL: db.url, APP_SECRET: testSecret, SANDBOX_PORT: '1', DATA_DIR: folder };
  const { playerId } = await fillMonths(db);
  expect((await finalring(['archive'], env)).stdout).toMatch(
    /payment_events: parted 3 months ahead\n[\s\S]*Nothing is archived/,
  );
  const { objects } = await openStorage({ dataDir: folder, objectsPlace: undefined });
  await archiveMonths(archivingNow(db, objects));
  const { result } = await finalringJson<{ archives: { part: string; table: string; rows: number }[] }>(
    ['archive'],
    env,
  );
  const changes = result.archives.find(({ table, rows }) => table === 'admin_changes' && rows === 4);
  const shown = await finalringJson<{ actor_id: string }[]>(['archive', 'show', changes?.part ?? ''], env);
  expect(shown.result.map((row) => row.actor_id)).toEqual(Array(4).fill(playerId));
  expect(await finalring(['archive', 'show', 'admin_changes_1999_01'], env)).toMatchObject({
    code: 3,
    stderr: 'admin_changes_1999_01 is not archived; finalring archive names what is\n',
  });
  expect((await finalring(['archive', 'verify'], env)).code).toBe(0);
  expect(await finalring(['audit', '--archives'], env)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(
      'ok      What was carried of each player is what their archived transfers come to',
    ),
  });
  // An event that is only in the archive is handled again too.
  expect(await finalringJson(['replay-event', 'evt_3'], env)).toMatchObject({
    code: 0,
    result: { type: 'charge.succeeded', effect: 'noted', payment: null },
  });
  for await (const { name } of objects.list('archives/')) {
    if (/admin_changes.*gz$/.test(name)) await objects.put(name, Buffer.from('other'));
  }
  expect(await finalring(['archive', 'verify'], env)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('is not what was written'),
  });
});
