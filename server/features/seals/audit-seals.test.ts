// SPDX-License-Identifier: Apache-2.0

import sql, { raw } from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, testSecret } from '../../../tests/support/app.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { award, isContinued, isSound, readEntries, readHead, seal } from '../../../tests/support/seals.ts';
import type { Tx } from '../../platform/db/database.ts';
import { auditSeals } from './audit-seals.ts';
import { sealKeys } from './seal-keys.ts';
import { sealTransfers } from './seal-transfers.ts';

const tables = ['transfers', 'seal_leaves', 'seal_nodes', 'seal_heads', 'seal_keys'];

const test = openForTests(startTestApp);
let player: string;
let ids: string[];
beforeAll(async () => {
  player = (await createPlayer(test.db)).id;
  ids = await award(test.db, player, 9);
  await seal(test);
  ids.push(...(await award(test.db, player, 4)));
  // Runs twice: the second run finds the first one's transfers settled.
  for (let runs = 0; runs < 2; runs++) await seal(test);
});

const toClaims = (found: Awaited<ReturnType<typeof auditSeals>>) =>
  found.filter(({ breaches }) => breaches.length > 0).map(({ claim }) => claim.split(' ', 3).join(' '));

/** Changes rows behind the application's back, as database administrators can. */
async function tamper(tx: Tx, statements: readonly string[]): Promise<void> {
  for (const table of tables) await tx.run(sql`alter table ${raw(table)} disable trigger user`);
  for (const statement of statements) expect(await tx.run(sql`${raw(statement)}`)).toBeGreaterThan(0);
}

const undone = new Error('undone');

/** First words of the claims that break after such changes; rolls the changes back. */
async function brokenBy(...statements: string[]): Promise<string[]> {
  let broken: string[] = [];
  const trying = test.db.transaction(async (tx) => {
    await tamper(tx, statements);
    broken = toClaims(await auditSeals(tx));
    throw undone;
  });
  await expect(trying).rejects.toBe(undone);
  return broken;
}

const [leaf, complete, node, head] = [
  'Each leaf is',
  'Every settled transfer',
  'Each stored node',
  'Each tree head',
];

it('finds nothing in an untouched log', async () => {
  expect(toClaims(await auditSeals(test.db))).toEqual([]);
});

describe('detects in the transfers', () => {
  it.each([
    ['amount', '2'],
    ['created_at', "created_at + interval '1 microsecond'"],
    ['description', "'Another'"],
    ['reference', "'another'"],
    ['idempotency_key', "'another'"],
    ['debit_house', "'rewards'"],
    ['type', "'event_reward'"],
    ['currency', "'XP'"],
    ['credit_player_id', 'gen_random_uuid()'],
  ])('a change of %s', async (column, value) => {
    expect(await brokenBy(`update transfers set ${column} = ${value} where id = ${ids[3]}`)).toEqual([leaf]);
  });

  it('a deleted transfer', async () => {
    expect(await brokenBy(`delete from transfers where id = ${ids[3]}`)).toEqual([leaf]);
  });

  it('two swapped transfers', async () => {
    const [one, other] = ids;
    expect(
      await brokenBy(
        `create temporary table moved on commit drop as select * from transfers where id in (${one}, ${other})`,
        `delete from transfers where id in (${one}, ${other})`,
        `update moved set id = case id when ${one} then ${other} else ${one} end`,
        'insert into transfers overriding system value select * from moved',
      ),
    ).toEqual([leaf]);
  });

  it('two transfers with swapped leaves', async () => {
    expect(
      await brokenBy(
        'update seal_leaves set leaf_index = 1000 where leaf_index = 2',
        'update seal_leaves set leaf_index = 2 where leaf_index = 3',
        'update seal_leaves set leaf_index = 3 where leaf_index = 1000',
      ),
    ).toEqual([node, head]);
  });

  it('a transfer inserted before earlier transfers', async () => {
    expect(
      await brokenBy(`insert into transfers (id, currency, amount, debit_house, credit_player_id, type, reference, idempotency_key, description)
      overriding system value values (-5, 'GC', 7, 'rewards', '${player}', 'event_reward', 'r', 'k', 'd')`),
    ).toEqual([complete]);
  });
});

describe('detects in the log', () => {
  const flipped = (column: string) => `set_byte(${column}, 0, get_byte(${column}, 0) # 1)`;

  it.each([
    ['a changed salt', `update seal_leaves set salt = ${flipped('salt')} where leaf_index = 4`, [leaf]],
    [
      'a changed leaf',
      `update seal_leaves set hash = ${flipped('hash')} where leaf_index = 4`,
      [leaf, node, head],
    ],
    ['a missing leaf', 'delete from seal_leaves where leaf_index = 12', [leaf, complete, head]],
    [
      'a changed node',
      `update seal_nodes set hash = ${flipped('hash')} where level = 2 and node_index = 1`,
      [node],
    ],
    ['a missing node', 'delete from seal_nodes where level = 3', [node]],
    ['an extra node', "insert into seal_nodes values (9, 9, sha256('x'))", [node]],
    ['a changed root', `update seal_heads set root = ${flipped('root')} where size = 9`, [head, head]],
    [
      'a changed signature',
      `update seal_heads set signature = ${flipped('signature')} where size = 9`,
      [head],
    ],
    [
      'a changed time',
      "update seal_heads set sealed_at = sealed_at + interval '1 hour' where size = 9",
      [head],
    ],
    ['a missing newest head', 'delete from seal_heads where size = 13', [head]],
    ['a changed key', `update seal_keys set public_key = ${flipped('public_key')}`, [head]],
  ])('%s', async (_what, statement, expected) => {
    expect(await brokenBy(statement)).toEqual(expected);
  });
});

it('contradicts the tree heads that others kept when everything is sealed again', {
  tags: ['long'],
}, async () => {
  const token = await test.signIn(player);
  const seen = await readHead(test);
  const statements = [
    `update transfers set amount = 900 where id = ${ids[3]}`,
    'delete from seal_leaves',
    'delete from seal_nodes',
    'delete from seal_heads',
    'update seal_log set size = 0, settled_id = 0, marked_id = null, marked_writers = null',
  ];
  await test.db.transaction((tx) => tamper(tx, statements));
  // The process that signed the log refuses to sign a different one; a newly started process does not know the old one.
  await expect(seal(test)).rejects.toThrow('the sealed ledger was rewritten: its head of 13 leaves is gone');
  const restarted = {
    db: test.db,
    clock: test.clock,
    keys: sealKeys({ db: test.db, appSecret: testSecret }),
  };
  await sealTransfers(restarted);
  // Everything is consistent, even with its own key.
  expect(toClaims(await auditSeals(test.db))).toEqual([]);
  expect(await isSound(await readEntries(test, token, ids))).toBe(true);
  expect(await isContinued(test, seen.head)).toBe(false);
  await award(test.db, player, 1);
  await sealTransfers(restarted);
  expect(await isContinued(test, seen.head)).toBe(false);
});
