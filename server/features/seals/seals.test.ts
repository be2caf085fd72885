// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { checkContinued, toSeen } from '../../../contract/seal-memory.ts';
import {
  isHeadSigned,
  isIncluded,
  isRestoreSigned,
  verifyByWebCrypto,
} from '../../../contract/seal-proof.ts';
import { type RestoreNote, type SealedEntries, sealedTransfer } from '../../../contract/seals.ts';
import { startTestApp, testSecret } from '../../../tests/support/app.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { award, isContinued, isSound, readEntries, readHead, seal } from '../../../tests/support/seals.ts';
import { auditLedger } from '../../audit.ts';
import { outsideTransaction } from '../../platform/db/second-connection.ts';
import { noteRestore } from './note-restore.ts';
import { sealKeys } from './seal-keys.ts';
import { sealTransfers } from './seal-transfers.ts';

const test = openForTests(startTestApp);
let player: string;
let token: string;
beforeAll(async () => {
  player = (await createPlayer(test.db)).id;
  token = await test.signIn(player);
});

const keysOf = () => sealKeys({ db: test.db, appSecret: testSecret });
const breaches = async () => (await auditLedger(test.db)).proofs.flatMap((proof) => proof.breaches);
const stateOf = () =>
  test.db.one<{ size: number; settledId: number }>(sql`select size, settled_id from seal_log`);

it("proves a player's transfers to that player and to nobody else", async () => {
  const own = await award(test.db, player, 5);
  const other = await createPlayer(test.db);
  const others = await award(test.db, other.id, 2);
  expect(await readEntries(test, token, own)).toMatchObject({
    head: null,
    entries: [{ proof: null }, {}, {}, {}, {}],
  });
  await seal(test);
  const late = await award(test.db, player, 1);
  const found = await readEntries(test, token, [...own, ...others, ...late, '999999']);
  expect(found.entries.map(({ transferId }) => transferId)).toEqual([...own, ...late]);
  expect(found.entries.at(-1)?.proof).toBeNull();
  expect(await isSound(found)).toBe(true);
  const texts = found.entries.flatMap(({ proof }) =>
    proof ? [sealedTransfer.parse(JSON.parse(proof.text))] : [],
  );
  expect(texts.map(({ amount, from, to, description }) => [amount, from, to, description])).toEqual(
    [1, 2, 3, 4, 5].map((amount) => [
      String(amount),
      'house:adjustments',
      `player:${player}`,
      `Award no. ${amount}`,
    ]),
  );
  const [first] = found.entries;
  const forged = { ...first?.proof, text: first?.proof?.text.replace('"amount":"1"', '"amount":"900"') };
  expect(await isIncluded(forged as never, found.head as never)).toBe(false);
});

it("publishes an operator's note about a restore, signed, with the log size, for good", async () => {
  await award(test.db, player, 1);
  await seal(test);
  const { size } = await stateOf();
  const now = test.clock.now();
  const reason = 'A disk failed';
  expect(await noteRestore({ reason, now }, { db: test.db, keys: keysOf() })).toEqual({ size });
  const { log } = (await readEntries(test, token, await award(test.db, player, 1))) as SealedEntries;
  const note = { size, reason, notedAt: now.toISOString() };
  expect(log.restores).toMatchObject([note]);
  const [published] = log.restores as [RestoreNote];
  expect(await isRestoreSigned(log, published, verifyByWebCrypto)).toBe(true);
  for (const other of [{ reason: 'Nothing' }, { size: size + 1 }, { notedAt: '2030-01-01T00:00:00.000Z' }]) {
    expect(await isRestoreSigned(log, { ...published, ...other }, verifyByWebCrypto)).toBe(false);
  }
  await expect(test.db.run(sql`update seal_restores set reason = 'x'`)).rejects.toThrow('append-only');
  await expect(test.db.run(sql`delete from seal_restores`)).rejects.toThrow('append-only');
});

it('lets anyone verify the growing log from its heads, leaves and consistency proofs', async () => {
  await seal(test);
  const seen = (await readHead(test)).head;
  await award(test.db, player, 3);
  await seal(test);
  const { log, head } = await readHead(test);
  expect(head.size).toBe(seen.size + 3);
  expect(await isContinued(test, seen)).toBe(true);
  expect(await isContinued(test, { ...seen, root: head.root })).toBe(false);
  const { heads } = (await test.call({ url: '/seals/heads' })).json().data;
  expect(heads.at(-1)).toEqual(head);
  for (const each of heads) expect(await isHeadSigned(log, each, verifyByWebCrypto)).toBe(true);
  const after = (await test.call({ url: `/seals/heads?after=${seen.size}` })).json().data;
  expect(after.heads).toEqual([head]);
  const leaves = (await test.call({ url: '/seals/leaves?from=1' })).json().data.hashes;
  expect(leaves).toHaveLength(head.size - 1);
  const inclusion = (await test.call({ url: `/seals/inclusion?leaf=0&size=${seen.size}` })).json().data;
  expect(inclusion.hashes[0]).toBe(leaves[0]);
  for (const url of [
    `/seals/consistency?from=1&to=${head.size + 1}`,
    `/seals/consistency?from=${head.size + 1}`,
    `/seals/inclusion?leaf=${head.size}`,
  ]) {
    expect([url, (await test.call({ url })).json().code]).toEqual([url, 'not_found']);
  }
  for (const url of ['/seals/consistency?from=0', '/seals/leaves?limit=1001', '/seals/inclusion?leaf=-1']) {
    expect([url, (await test.call({ url })).statusCode]).toEqual([url, 400]);
  }
  for (const asked of ['', 'x', '1,', Array(201).fill(1).join()]) {
    expect((await test.call({ url: `/seals/entries?transfers=${asked}`, token })).statusCode).toBe(400);
  }
  expect((await test.call({ url: '/seals/entries?transfers=1' })).json().code).toBe('not_signed_in');
});

it('seals each transfer once with several concurrent sealers and writers', { tags: ['long'] }, async () => {
  const before = await stateOf();
  const deps = { db: test.db, clock: test.clock, keys: keysOf(), batch: 7 };
  const writing = Promise.all(Array.from({ length: 8 }, () => award(test.db, player, 10)));
  await Promise.all(Array.from({ length: 5 }, () => sealTransfers(deps)));
  await writing;
  await sealTransfers(deps);
  expect((await stateOf()).size).toBe(before.size + 80);
  expect(await breaches()).toEqual([]);
});

it('waits for a late commit before it seals later transfers', async () => {
  await seal(test);
  const other = await createPlayer(test.db);
  let later: string[] = [];
  const [late] = await award(test.db, player, 1, () =>
    outsideTransaction(async () => {
      later = await award(test.db, other.id, 2);
      for (let runs = 0; runs < 3; runs++) await seal(test);
      const found = await readEntries(test, await test.signIn(other.id), later);
      expect(found.entries.map(({ proof }) => proof === null)).toEqual([false, false]);
    }),
  );
  expect(Number(late)).toBeLessThan(Number(later[0]));
  expect((await stateOf()).settledId).toBeLessThan(Number(late));
  await seal(test);
  const found = await readEntries(test, token, [late as string]);
  expect(found.entries[0]?.proof?.index).toBe((found.head?.size ?? 0) - 1);
  expect(await isSound(found)).toBe(true);
  for (let runs = 0; runs < 2; runs++) await seal(test);
  expect((await stateOf()).settledId).toBeGreaterThanOrEqual(Number(later.at(-1)));
  expect(await breaches()).toEqual([]);
});

it('leaves nothing half done when it is killed', async () => {
  await award(test.db, player, 3);
  const before = await stateOf();
  const onSealed = () => Promise.reject(new Error('killed'));
  const deps = { db: test.db, clock: test.clock, keys: keysOf() };
  await expect(sealTransfers({ ...deps, onSealed })).rejects.toThrow('killed');
  expect(await stateOf()).toEqual(before);
  await sealTransfers(deps);
  expect((await stateOf()).size).toBe(before.size + 3);
  expect(await breaches()).toEqual([]);
});

it('continues under a new key that the previous one vouches for', async () => {
  await seal(test);
  const before = await readHead(test);
  const keyId = await keysOf().rotate(test.clock.now());
  const [id] = await award(test.db, player, 1);
  await seal(test);
  const { log, head } = await readHead(test);
  expect(head.keyId).toBe(keyId);
  expect(await isContinued(test, before.head)).toBe(true);
  expect(await isSound(await readEntries(test, token, [id as string]))).toBe(true);
  expect(await isHeadSigned(log, before.head, verifyByWebCrypto)).toBe(true);
  // The old key's signature for a later size no longer counts.
  expect(await isHeadSigned(log, { ...head, keyId: before.head.keyId }, verifyByWebCrypto)).toBe(false);
  const unvouched = {
    ...log,
    keys: log.keys.map((key) => ({ ...key, vouch: key.vouch && before.head.signature })),
  };
  expect(await isSound({ log: unvouched, head, entries: [] })).toBe(false);
  expect(await breaches()).toEqual([]);
});

it('keeps proving transfers of a deleted account', async () => {
  const gone = await createPlayer(test.db, { gamerCoins: 50 });
  const session = await test.signIn(gone.id);
  await seal(test);
  const ids = (
    await test.db.rows<{ id: number }>(sql`select id from transfers where credit_player_id = ${gone.id}`)
  ).map(({ id }) => String(id));
  const seen = await readEntries(test, session, ids);
  expect(await isSound(seen)).toBe(true);
  const deleted = await test.call({
    method: 'POST',
    url: '/auth/delete-account',
    token: session,
    key: randomUUID(),
    payload: { confirmation: 'DELETE' },
  });
  expect(deleted.statusCode).toBe(200);
  await seal(test);
  expect(await isContinued(test, seen.head)).toBe(true);
  expect(await breaches()).toEqual([]);
});

it('adds no trigger and no extra row when a transfer is written', async () => {
  const triggers = await test.db.rows<{ name: string; fires: string }>(sql`
    select trigger_name as name, string_agg(event_manipulation, ' ' order by event_manipulation) as fires
    from information_schema.triggers where event_object_table = 'transfers' group by 1`);
  expect(triggers).toEqual([{ name: 'transfers_append_only', fires: 'DELETE UPDATE' }]);
  await seal(test);
  const count = () =>
    test.db.one(
      sql`select (select count(*) from seal_leaves) as leaves, (select xmin::text from seal_log) as state`,
    );
  const before = await count();
  await award(test.db, player, 2);
  expect(await count()).toEqual(before);
});

// Last, because the log then has other keys.
it('continues under an unvouched key after the secret was lost, and the audit reports it', async () => {
  await seal(test);
  const before = await readHead(test);
  await award(test.db, player, 1);
  const keys = sealKeys({ db: test.db, appSecret: 'another secret, as after the first was lost' });
  const deps = { db: test.db, clock: test.clock, keys };
  await expect(sealTransfers(deps)).rejects.toThrow();
  await expect(keys.rotate(test.clock.now())).rejects.toThrow();
  const keyId = await keys.rotate(test.clock.now(), { isLost: true });
  await sealTransfers(deps);
  const { log, head } = await readHead(test);
  expect(await isSound({ log, head, entries: [] })).toBe(true);
  expect(await isContinued(test, before.head)).toBe(true);
  const seen = toSeen(before.log, before.head);
  expect(await checkContinued(seen, { log, head }, async () => null)).toBe('unknown-key');
  expect(await breaches()).toEqual([`no key vouches for the key ${keyId}`]);
  expect(
    (await auditLedger(test.db, { lostKeys: [keyId] })).proofs.flatMap((proof) => proof.breaches),
  ).toEqual([]);
});
