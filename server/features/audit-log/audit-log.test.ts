// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import type { AuditEntry } from '../../../contract/audit-admin.ts';
import { type Person, startAdminTest } from '../../../tests/support/admin.ts';
import { listIn } from '../../../tests/support/app.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { readAuditBefore } from './audit-log-store.ts';

const app = openForTests(startAdminTest);
let ada: Person;
let bob: Person;
let user: Person;
beforeAll(async () => {
  ada = await app.person({ role: 'SUPER_ADMIN', name: 'Ada', email: 'ada@house.test' });
  bob = await app.person({ role: 'ADMIN', name: 'Bob', email: 'bob@house.test' });
  user = await app.person({ name: 'Player' });
});

async function read(query: string, { token }: Person = ada) {
  const answer = await app.call({ url: `/audit-log?${query}`, token });
  expect(answer.statusCode).toBe(200);
  return listIn<{ list: AuditEntry[]; nextBefore: string | null; keptMonths: number | null }>(answer.json());
}
const actions = async (query: string) => (await read(query)).list.map(({ action }) => action);

/** A viewed code, as the shop records it. */
async function look(viewer: Person, address: string): Promise<string> {
  const row = await app.db.row<{ id: string }>(sql`
    with card as (
      insert into gift_cards (title, description, type, gc_coin) values ('Steam 20', 'A card', 'steam', 100)
      returning id)
    insert into gift_card_codes (id, gift_card_id, key_id, nonce, ciphertext, fingerprint, masked)
    select make_uuidv7(), id, 'k', decode(repeat('00', 12), 'hex'), decode(repeat('00', 17), 'hex'),
      sha256(id::text::bytea), '••••' from card
    returning id`);
  const codeId = row?.id ?? '';
  await app.db.run(sql`
    insert into code_reveals (code_id, viewer_id, address, revealed_at)
    values (${codeId}, ${viewer.id}, ${address}, now())`);
  return codeId;
}

it('lists every change with actor, time, address, before and after, newest first', async () => {
  await app.update(bob, user, { name: 'First', reason: 'typo' });
  await app.update(ada, user, { name: 'Second' });
  const { list } = await read(`subject=user:${user.id}`);
  expect(list).toMatchObject([
    { actor: { _id: ada.id, name: 'Ada' }, action: 'user.update', before: { name: 'First' } },
    {
      actor: { _id: bob.id, email: 'bob@house.test' },
      subject: `user:${user.id}`,
      before: { name: 'Player' },
      after: { name: 'First' },
      reason: 'typo',
      address: '127.0.0.1',
    },
  ]);
  expect(Date.now() - Date.parse(String(list[0]?.createdAt))).toBeLessThan(60_000);
});

it('records the network address of a call', async () => {
  await app.call({
    method: 'POST',
    url: `/super-admin/users/${user.id}/sign-out`,
    token: bob.token,
    payload: {},
    remoteAddress: '203.0.113.9',
  });
  expect((await read('action=user.sign-out')).list[0]?.address).toBe('203.0.113.9');
});

it('includes views of gift card codes', async () => {
  const codeId = await look(user, '198.51.100.4');
  const [entry] = (await read('action=gift-card.reveal')).list;
  expect(entry).toMatchObject({
    actor: { _id: user.id },
    subject: `gift-card-code:${codeId}`,
    address: '198.51.100.4',
    before: null,
  });
  expect((await read('limit=1')).list[0]?._id).toBe(entry?._id);
});

it('the log can be searched by words, actor, action, subject and time', async () => {
  const other = await app.person({ name: 'Other' });
  await app.post(bob, other, 'suspend', { reason: 'Sold 100% of the Codes_x' });
  expect(await actions('search=codes_X')).toEqual(['user.suspend']);
  expect(await actions(`search=${encodeURIComponent('100%')}`)).toEqual(['user.suspend']);
  expect(await actions('search=codesyx')).toEqual([]);
  expect(await actions(`actor=${bob.id}&action=user.suspend`)).toEqual(['user.suspend']);
  expect(new Set((await read('search=BOB@house')).list.map(({ actor }) => actor.name))).toEqual(
    new Set(['Bob']),
  );
  const soon = new Date(Date.now() + 60_000).toISOString();
  const before = new Date(Date.now() - 60_000).toISOString();
  expect(await actions(`from=${soon}`)).toEqual([]);
  expect(await actions(`until=${before}`)).toEqual([]);
  expect((await actions(`from=${before}&until=${soon}`)).length).toBeGreaterThan(2);
});

it("finds an administrator's changes by a name that very many players share", async () => {
  await app.db.run(sql`
    insert into players (name, email, referral_code)
    select 'Alexis ' || n, 'alexis' || n || '@player.test', 'ALEXIS' || n from generate_series(1, 1000) n`);
  const alexis = await app.person({ role: 'ADMIN', name: 'Alexis of the house' });
  await app.update(alexis, user, { name: 'Renamed by one of many' });
  const { list } = await read('search=alexis');
  expect(list.map(({ actor }) => actor._id)).toContain(alexis.id);
});

it('pages without duplicates or gaps', async () => {
  const whole = (await read('limit=200')).list.map(({ _id }) => _id);
  const paged: string[] = [];
  let before = '';
  do {
    const page = await read(`limit=2${before && `&before=${before}`}`);
    paged.push(...page.list.map(({ _id }) => _id));
    before = page.nextBefore ?? '';
  } while (before);
  expect(paged).toEqual(whole);
});

it('the log cannot be edited, but the addresses of a deleted administrator are erased', async () => {
  const leaver = await app.person({ role: 'ADMIN', name: 'Leaver' });
  await app.update(leaver, user, { name: 'Third' });
  await expect(app.db.run(sql`update admin_changes set address = '192.0.2.1'`)).rejects.toThrow(
    'append-only',
  );
  await expect(app.db.run(sql`update admin_changes set reason = ''`)).rejects.toThrow('append-only');
  await expect(app.db.run(sql`delete from admin_changes`)).rejects.toThrow('append-only');
  expect((await app.remove(ada, leaver)).statusCode).toBe(200);
  expect((await read(`actor=${leaver.id}`)).list).toMatchObject([
    { address: '', actor: { name: 'Deleted player', email: '' }, after: { name: 'Third' } },
  ]);
});

it('uses one query plan for every page size', { tags: ['long'] }, async () => {
  await app.db.run(sql`
    insert into admin_changes (actor_id, action, subject)
    select ${bob.id}, 'bench.long', 'bench:' || n from generate_series(1, 20000) n`);
  await app.db.run(sql`analyze admin_changes`);
  const whole = await read('limit=200');
  expect(whole.list).toHaveLength(200);
  const next = await read(`limit=200&before=${whole.nextBefore}`);
  expect(next.list).toHaveLength(200);
  expect(next.list[0]?.subject).toBe('bench:19800');

  const until = new Date(Date.now() + 3_600_000);
  for (const span of [{}, { until }, { from: new Date(0) }, { before: whole.nextBefore ?? '' }]) {
    const planned = await app.db.transaction(async (tx) => {
      const readTimes = async (times: number) => {
        for (let n = 0; n < times; n++) await readAuditBefore(tx, { searchedActors: [], ...span }, 51);
        const { plans } = await tx.one<{ plans: number }>(sql`
          select sum(custom_plans) as plans from pg_prepared_statements where statement like ${'%audit_log%'}`);
        return plans;
      };
      // PostgreSQL plans five times with the values before it considers a generic plan.
      const before = await readTimes(6);
      expect(before).toBeGreaterThan(4);
      return (await readTimes(3)) - before;
    });
    expect(planned, Object.keys(span).join()).toBe(0);
  }
});
