// SPDX-License-Identifier: Apache-2.0

import { randomBytes, randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { countNotifications } from '../../../../tests/support/count-notifications.ts';
import { openTestDatabase } from '../../../../tests/support/database.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { createCard } from '../../../../tests/support/shop.ts';
import { createVault } from '../../../platform/vault/vault.ts';
import {
  countByKey,
  countCodeLengths,
  countCodesOfOtherKeys,
  findKnownFingerprints,
  insertCodes,
  isKeyUsed,
  listCodesOfOtherKeys,
  listOneCodePerKey,
  recordReveal,
  resealCodes,
  type SealedCode,
  withdrawCodes,
} from './gift-card-code-store.ts';
import { vaultKeys } from './open-vault.ts';
import {
  discardUnproven,
  findCodesOfCard,
  findInStock,
  listQuarantined,
  type NamedCode,
  quarantineAll,
  quarantineSold,
  releaseUnproven,
} from './quarantine-queries.ts';
import { sealCode } from './seal-code.ts';

const db = openTestDatabase({ poolSize: 2 });
let card: string;
let actorId: string;
beforeAll(async () => {
  actorId = (await createPlayer(db)).id;
});
beforeEach(async () => {
  card = await addCard('Card');
});

const addCard = (title: string) => createCard(db, { title });
const fingerprintSecret = randomBytes(32).toString('base64');
const { fingerprintKey } = vaultKeys({ keys: undefined, fingerprintSecret }, '');
const vaultOf = (id: string) => createVault({ keys: [{ id, key: randomBytes(32) }], fingerprintKey });

async function addCodes(keyId: string, texts: readonly string[], giftCardId = card): Promise<SealedCode[]> {
  const vault = vaultOf(keyId);
  const codes = texts.map((text) => sealCode(vault, text));
  const added = await db.transaction((tx) => insertCodes(tx, { giftCardId, purchaseId: null, codes }));
  expect(added.size).toBe(texts.length);
  return codes;
}
/** Gives a code to a purchase without a buyer. */
const sell = ({ id }: SealedCode) =>
  db.run(sql`
    with ordered as (
      insert into orders (id, player_id, total_gc, created_at) values (make_uuidv7(), make_uuidv7(), 1, now()) returning id),
    bought as (
      insert into purchases (id, order_id, player_id, gift_card_id, gc_coin, created_at, delivered_at, title, status)
      select make_uuidv7(), id, make_uuidv7(), ${card}, 1, now(), now(), 'Card', 'delivered' from ordered returning id)
    update gift_card_codes set purchase_id = bought.id from bought where gift_card_codes.id = ${id}`);
const idsIn = (codes: readonly { id: string }[]) => codes.map(({ id }) => id).toSorted();
type Seven<Item> = [Item, Item, Item, Item, Item, Item, Item];
const random = (count: number) => Array.from({ length: count }, () => randomUUID().toUpperCase());

it('finds codes of other keys in batches, except those of an abandoned key', async () => {
  const now = new Date();
  const current = await addCodes('b-now', random(2));
  const old = await addCodes('a-old', random(3));
  const gone = await addCodes('c-gone', random(3));
  await sell(gone[0] as SealedCode);
  expect(await countByKey(db)).toEqual([
    { keyId: 'a-old', codes: 3 },
    { keyId: 'b-now', codes: 2 },
    { keyId: 'c-gone', codes: 3 },
  ]);
  expect((await listOneCodePerKey(db)).map(({ keyId }) => keyId).toSorted()).toEqual([
    'a-old',
    'b-now',
    'c-gone',
  ]);
  expect(await countCodesOfOtherKeys(db, 'b-now')).toBe(6);

  const withdraw = () => db.transaction((tx) => withdrawCodes(tx, 'c-gone', now));
  expect(
    await countNotifications(db, async () => expect(await withdraw()).toEqual({ withdrawn: 2, sold: 1 })),
  ).toBe(1);
  expect(await withdraw()).toEqual({ withdrawn: 0, sold: 1 });
  const used = await listOneCodePerKey(db);
  expect(used.map(({ keyId }) => keyId).toSorted()).toEqual(['a-old', 'b-now']);
  for (const { id, keyId, fingerprint } of used) {
    const codes = keyId === 'a-old' ? old : current;
    expect(codes.find((code) => code.id === id)?.fingerprint).toEqual(fingerprint);
  }
  expect(await countCodesOfOtherKeys(db, 'b-now')).toBe(3);
  // Sold codes keep their fingerprint; withdrawn codes may be imported again.
  const prints = gone.map(({ fingerprint }) => fingerprint);
  expect(await findKnownFingerprints(db, [...prints, randomBytes(32)])).toEqual(
    new Set([prints[0]?.toString('hex')]),
  );
  expect([await isKeyUsed(db, 'a-old'), await isKeyUsed(db, 'none')]).toEqual([true, false]);

  const next = (after: string, atMost: number) => listCodesOfOtherKeys(db, { keyId: 'b-now', after, atMost });
  const sorted = idsIn(old);
  const [first, second] = await next('00000000-0000-0000-0000-000000000000', 2);
  expect([first?.id, second?.id]).toEqual(sorted.slice(0, 2));
  expect((await next(second?.id ?? '', 9)).map(({ id }) => id)).toEqual(sorted.slice(2));

  // A code that was re-encrypted in the meantime stays unchanged.
  const fresh = { keyId: 'b-now', nonce: randomBytes(12), ciphertext: randomBytes(20) };
  const stale = { ...first, nonce: randomBytes(12) } as NonNullable<typeof first>;
  expect(await resealCodes(db, [{ old: stale, fresh }])).toBe(0);
  expect(await resealCodes(db, [{ old: first as NonNullable<typeof first>, fresh }])).toBe(1);
  expect(await countCodesOfOtherKeys(db, 'b-now')).toBe(2);
});

it('returns the lengths of the newest thousand codes per card', async () => {
  const other = await addCard('Other');
  await addCodes('key', ['ABCD-1234', 'EFGH-5678', 'ABCD-EFGH-1234'], other);
  const fill = (count: number, length: number, at: string) =>
    db.run(sql`
      insert into gift_card_codes (id, gift_card_id, key_id, nonce, ciphertext, fingerprint, masked, created_at)
      select make_uuidv7(), ${card}, 'key', ${randomBytes(12)}, ${randomBytes(length + 16)}, sha256(make_uuidv7()::text::bytea), '', ${at}
      from generate_series(1, ${count}::int)`);
  await fill(3, 9, '2026-01-01T00:00:00Z');
  await fill(999, 14, '2026-01-02T00:00:00Z');
  const none = await addCard('None');
  expect(await countCodeLengths(db, [card, other, none])).toEqual(
    new Map([
      [
        card,
        new Map([
          [14, 999],
          [9, 1],
        ]),
      ],
      [
        other,
        new Map([
          [9, 2],
          [14, 1],
        ]),
      ],
      [none, new Map()],
    ]),
  );
});

it('withdraws codes sold or shown elsewhere, by id or fingerprint', async () => {
  const at = new Date('2026-03-10T12:00:00Z');
  const codes = await addCodes('key', random(7));
  const named = codes.map(({ id, fingerprint }) => ({ id, print: fingerprint.toString('hex') }));
  const [byId, byPrint, shown, looked, lookedLate, sold, left] = named as Seven<NamedCode>;
  await sell(codes[5] as SealedCode);
  // The call's own look is written within a minute.
  const look = (codeId: string, ms: number) =>
    db.transaction((tx) =>
      recordReveal(tx, { codeId, viewerId: actorId, address: '', at: new Date(at.getTime() + ms) }),
    );
  await look(looked.id, -60_000);
  await look(lookedLate.id, -60_001);
  const noted = {
    sold: [
      { id: byId.id, print: '' },
      { id: randomUUID(), print: byPrint.print },
      { id: sold.id, print: '' },
    ],
    shown: [
      { id: randomUUID(), print: shown.print, at },
      { id: looked.id, print: '', at },
      { id: lookedLate.id, print: '', at },
    ],
  };
  const gone = idsIn([byId, byPrint, shown, lookedLate]);
  expect((await findInStock(db, noted)).toSorted()).toEqual(gone);
  const quarantine = () => db.transaction((tx) => quarantineSold(tx, noted, at));
  expect([await quarantine(), await quarantine()]).toEqual([4, 0]);
  expect(await findInStock(db, noted)).toEqual([]);
  const listed = async () => (await listQuarantined(db)).filter(({ giftCardId }) => giftCardId === card);
  expect(await listed()).toEqual([{ giftCardId: card, title: 'Card', sold: 4, unproven: 0 }]);

  // Doubtful codes are taken out too, and later found to be sold.
  const later = new Date(at.getTime() + 1_000);
  expect(await db.transaction((tx) => quarantineAll(tx, later))).toBeGreaterThanOrEqual(2);
  expect(await listed()).toEqual([{ giftCardId: card, title: 'Card', sold: 4, unproven: 2 }]);
  const known = { sold: [left], shown: [] };
  expect(await db.transaction((tx) => quarantineSold(tx, known, new Date()))).toBe(1);
  const withdrawn = await db.rows(sql`
    select distinct quarantine, withdrawn_at as at from gift_card_codes where id in (${left.id}, ${looked.id}, ${byId.id})
    order by quarantine, at`);
  expect(withdrawn).toEqual([
    { quarantine: 'sold', at },
    { quarantine: 'sold', at: later },
    { quarantine: 'unproven', at: later },
  ]);
});

it('releases or discards all doubtful codes of a card, except listed and undecryptable ones', async () => {
  const [other, now] = [await addCard('Other'), new Date()];
  const codes = await addCodes('key', random(4));
  const unreadable = await addCodes('lost-key', random(2));
  const others = await addCodes('key', random(1), other);
  await db.run(sql`insert into lost_code_keys (key_id, lost_at) values ('lost-key', ${now})`);
  await db.transaction((tx) => quarantineAll(tx, now));
  const [kept, soldOne, ...rest] = codes as [SealedCode, SealedCode, ...SealedCode[]];
  await db.run(sql`update gift_card_codes set quarantine = 'sold' where id = ${soldOne.id}`);
  const inStock = async () =>
    idsIn(
      await db.rows<{ id: string }>(sql`
        select id from gift_card_codes where withdrawn_at is null and gift_card_id in (${card}, ${other})`),
    );
  const chosen = { giftCardId: card, except: [kept.id], actorId };
  const release = () => db.transaction((tx) => releaseUnproven(tx, chosen));
  const notified = await countNotifications(db, async () =>
    expect(await release()).toEqual({ released: 2, unreadable: 2 }),
  );
  expect(notified).toBe(1);
  expect(await inStock()).toEqual(idsIn(rest));
  const whenUnchanged = await countNotifications(db, async () =>
    expect(await release()).toEqual({ released: 0, unreadable: 0 }),
  );
  expect(whenUnchanged).toBe(0);
  const listed = (await listQuarantined(db)).filter(({ giftCardId }) => [card, other].includes(giftCardId));
  expect(listed).toEqual([
    { giftCardId: card, title: 'Card', sold: 1, unproven: 1 },
    { giftCardId: other, title: 'Other', sold: 0, unproven: 1 },
  ]);
  // It may be imported again, unlike a code with a known fingerprint.
  expect(
    await findKnownFingerprints(
      db,
      [...unreadable, ...rest].map(({ fingerprint }) => fingerprint),
    ),
  ).toEqual(new Set(rest.map(({ fingerprint }) => fingerprint.toString('hex'))));

  const discard = (giftCardId: string, except: string[] = []) =>
    db.transaction((tx) => discardUnproven(tx, { giftCardId, except, actorId }));
  expect(await discard(other, idsIn(others))).toBe(0);
  expect(await countNotifications(db, async () => expect(await discard(card)).toBe(1))).toBe(1);
  expect(await countNotifications(db, async () => expect(await discard(card)).toBe(0))).toBe(0);
  const changes = await db.rows(sql`
    select actor_id, action, before, after from admin_changes where subject = ${`gift-card:${card}`} order by id`);
  expect(changes).toEqual([
    { actorId, action: 'gift-card.release-codes', before: null, after: { released: 2, unreadable: 2 } },
    { actorId, action: 'gift-card.discard-codes', before: null, after: { discarded: 1 } },
  ]);

  const find = async (ids: string[], prints: Buffer[]) =>
    idsIn(await findCodesOfCard(db, { giftCardId: card, ids, prints }));
  expect(await find([kept.id, ...idsIn(others)], [soldOne.fingerprint])).toEqual(idsIn([kept, soldOne]));
  expect(await find([], [])).toEqual([]);
});
