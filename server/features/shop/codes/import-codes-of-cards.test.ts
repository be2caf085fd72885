// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CardsImportReport } from '../../../../contract/code-imports.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { line, type Shopper, startShopTest } from '../../../../tests/support/shop.ts';
import { toForm } from '../../../../tests/support/upload.ts';

describe('POST /gift-card/codes', () => {
  const shop = openForTests(startShopTest);
  let admin: Shopper;
  beforeAll(async () => {
    admin = await shop.shopper({ role: 'ADMIN' });
  });

  async function bring(text: string, { dryRun = false, leave = false, key = randomUUID(), as = admin } = {}) {
    const file = { name: 'codes.csv', content: Buffer.from(text), type: 'text/csv' };
    const url = `/gift-card/codes?dryRun=${dryRun}&implausible=${leave ? 'leave' : 'take'}`;
    const form = await toForm({ file });
    const answer = await shop.test.call({ method: 'POST', url, token: as.token, key, ...form });
    const { data, ...body } = answer.json();
    return { status: answer.statusCode, data: data as CardsImportReport, ...body };
  }

  it('reports the outcome of each line in a dry run, then does exactly that, once', async () => {
    const steam = await shop.card({ title: 'Steam 20', codes: ['KNOWN-0001'] });
    const xbox = await shop.card({ title: 'Xbox  15 EU', codes: 0, isActive: false });
    await shop.card({ title: 'Twice' });
    await shop.card({ title: 'twice' });
    const gone = await shop.card({ title: 'Gone' });
    await shop.test.db.run(sql`update gift_cards set deleted_at = now() where id = ${gone}`);
    const lines = [
      'steam 20,NEWC-0001',
      `${xbox.toUpperCase()},NEWC-0002`,
      ' XBOX 15 eu ,NEWC-0003',
      'Steam 20,known 0001',
      'Xbox 15 EU,newc0001',
      'Steam 20,x',
      'Twice,NEWC-0004',
      'Gone,NEWC-0005',
      'Nintendo,NEWC-0006',
      'Steam 20,NEWC 0007',
    ];
    const text = `card,code\n${lines.join('\n')}\n`;
    const report: CardsImportReport = {
      added: 4,
      duplicates: [5, 6],
      soldBefore: [],
      malformed: [{ line: 7, why: 'it is shorter than 4 characters' }],
      implausible: [{ line: 11, why: 'it has a space in it' }],
      unknownCards: [
        { line: 8, why: '2 cards are called "Twice": name it by its id' },
        { line: 9, why: 'no card has the title or id "Gone"' },
        { line: 10, why: 'no card has the title or id "Nintendo"' },
      ],
      cards: [
        { _id: steam, title: 'Steam 20', added: 2, duplicates: 1, implausible: 1 },
        { _id: xbox, title: 'Xbox  15 EU', added: 2, duplicates: 1, implausible: 0 },
      ],
      headingLine: 1,
      columns: [
        { heading: 'card', use: 'card' },
        { heading: 'code', use: 'code' },
      ],
      notes: [],
    };
    const accounted = report.added + [5, 6].length + report.malformed.length + report.unknownCards.length;
    expect(accounted).toBe(lines.length);
    const changes = () =>
      shop.test.db.rows(sql`
        select subject, after from admin_changes where action = 'gift-card.import-codes' and actor_id = ${admin.id}
        order by id limit 2`);
    expect((await bring(text, { dryRun: true })).data).toEqual(report);
    expect([await shop.stock(steam), await shop.stock(xbox)]).toEqual([1, 0]);
    expect(await changes()).toEqual([]);
    expect((await bring(text, { dryRun: true, leave: true })).data).toMatchObject({
      added: 3,
      cards: [{ added: 1, implausible: 1 }, { added: 2 }],
    });
    const key = randomUUID();
    const done = {
      ...report,
      unknownCards: report.unknownCards.map(({ line, why }) => ({
        line,
        why: why.startsWith('no card has the title or id') ? 'no card has this title or id' : why,
      })),
    };
    expect((await bring(text, { key })).data).toEqual(done);
    expect((await bring(text, { key })).data).toEqual(done);
    expect([await shop.stock(steam), await shop.stock(xbox)]).toEqual([3, 2]);
    expect(await bring(text, { key, leave: true })).toMatchObject({ code: 'idempotency_key_reused' });
    expect((await bring(text)).data).toMatchObject({ added: 0, duplicates: [2, 3, 4, 5, 6, 11] });
    expect(await changes()).toEqual([
      { subject: `gift-card:${steam}`, after: { added: 2, duplicates: 1, implausible: 1 } },
      { subject: `gift-card:${xbox}`, after: { added: 2, duplicates: 1 } },
    ]);
  });

  it("shortens long names in reports, and prefers a card's id over another card's equal name", async () => {
    const card = await shop.card({ title: 'By its id', codes: 0 });
    const alike = await shop.card({ title: card, codes: 0 });
    const name = 'n'.repeat(60);
    await shop.card({ title: `${name}!` });
    await shop.card({ title: `${name}!` });
    const { data } = await bring(
      `${card},IDID-0001\n${name},IDID-0002\n${name}?,IDID-0003\n${name}!,IDID-0004\n`,
      {
        dryRun: true,
      },
    );
    const short = `${'n'.repeat(59)}…`;
    expect(data).toMatchObject({
      added: 1,
      cards: [{ _id: card, title: 'By its id', added: 1 }],
      unknownCards: [
        { line: 2, why: `no card has the title or id "${name}"` },
        { line: 3, why: `no card has the title or id "${short}"` },
        { line: 4, why: `2 cards are called "${short}": name it by its id` },
      ],
    });
    expect(await shop.stock(alike)).toBe(0);
  });

  it('notifies waiting players for each card, and logs the cost of the codes', async () => {
    const [card, other] = [await shop.card({ codes: 0 }), await shop.card({ codes: 0 })];
    const player = await shop.shopper();
    for (const id of [card, other]) {
      await shop.test.call({ method: 'PUT', url: `/gift-card/${id}/restock-alert`, token: player.token });
    }
    const form = await toForm({
      file: { name: 'a.csv', content: Buffer.from(`${card},WAIT-0001\n`), type: 'text/csv' },
    });
    const send = (dryRun: boolean) =>
      shop.test.call({
        method: 'POST',
        url: `/gift-card/codes?dryRun=${dryRun}&costCents=250`,
        token: admin.token,
        key: randomUUID(),
        ...form,
      });
    const waiting = () =>
      shop.test.db.rows(sql`
        select job.payload ->> 'giftCardId' as id, job.priority from graphile_worker._private_jobs job
        where key like 'tell-of-restock:%'`);
    await send(true);
    expect(await waiting()).toEqual([]);
    expect((await send(false)).statusCode).toBe(200);
    expect(await waiting()).toEqual([{ id: card, priority: 10 }]);
    const change = await shop.test.db.row(sql`
      select action, before, after from admin_changes where subject = ${`gift-card:${card}`}`);
    expect(change).toEqual({
      action: 'gift-card.import-codes',
      before: null,
      after: { added: 1, duplicates: 0, costCents: 250 },
    });
  });

  it('stores no code of a file with swapped columns in its answer', async () => {
    const key = randomUUID();
    const { data } = await bring('SWAP-0001-SECRET,Steam 20\n', { key });
    expect(data).toMatchObject({
      added: 0,
      unknownCards: [{ line: 1, why: 'no card has this title or id' }],
    });
    const kept = await shop.test.db.rows(
      sql`select answer::text from idempotent_answers where player_id = ${admin.id}`,
    );
    expect(kept.length).toBeGreaterThan(0);
    expect(JSON.stringify(kept)).not.toContain('SECRET');
  });

  it('adds each code once for concurrent overlapping files', { tags: ['long'] }, async () => {
    const cards = await Promise.all(['One', 'Two', 'Three'].map((title) => shop.card({ title, codes: 0 })));
    const lines = Array.from({ length: 300 }, (_, n) => `${cards[n % 3]},CROSS-${1000 + n}`);
    const reports = await Promise.all(
      Array.from({ length: 8 }, (_, n) => bring((n % 2 ? lines.toReversed() : lines).join('\n'))),
    );
    expect(reports.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(reports.reduce((sum, { data }) => sum + data.added, 0)).toBe(300);
    expect(await Promise.all(cards.map(shop.stock))).toEqual([100, 100, 100]);
  });

  it('adds nothing to any card when one of them fails', async () => {
    const [good, bad] = [
      await shop.card({ title: 'Good', codes: 0 }),
      await shop.card({ title: 'Bad', codes: 0 }),
    ];
    // The import writes the second card's audit log entry last.
    const { db } = shop.test;
    await db.run(sql`create function fails() returns trigger language plpgsql as $$
      begin raise exception 'cannot be written'; end $$`);
    await db.run(sql`create trigger fails before insert on admin_changes for each row
      when (new.after ->> 'duplicates' = '1') execute function fails()`);
    const failed = await bring(`${good},ATOM-0001\n${bad},ATOM-0002\n${bad},ATOM-0002\n`);
    await db.run(sql`drop trigger fails on admin_changes`);
    expect(failed.status).toBe(500);
    expect([await shop.stock(good), await shop.stock(bad)]).toEqual([0, 0]);
  });

  it('sells the codes of each card in the order of the file', async () => {
    const [one, two] = [
      await shop.card({ title: 'First', codes: 0 }),
      await shop.card({ title: 'Second', codes: 0 }),
    ];
    await bring('Second,ORDER-S1\nFirst,ORDER-F1\nSecond,ORDER-S2\nFirst,ORDER-F2\n');
    const player = await shop.shopper();
    const sold: (string | undefined)[] = [];
    for (const card of [one, two, one, two]) {
      const { data } = await shop.checkout(player, [line(card)]);
      sold.push((await shop.reveal(player, data.purchases[0]?._id ?? '')).hashCode);
    }
    expect(sold).toEqual(['ORDER-F1', 'ORDER-S1', 'ORDER-F2', 'ORDER-S2']);
  });

  it('requires permission and a readable file', async () => {
    expect((await bring('One,AAAA-1', { as: await shop.shopper() })).status).toBe(403);
    expect((await bring('One,AAAA-1', { as: { id: '', token: '' } })).status).toBe(401);
    expect(await bring('code\nAAAA-1111\n')).toMatchObject({ status: 422, code: 'codes_unreadable' });
    const none = await toForm({});
    const call = { method: 'POST' as const, url: '/gift-card/codes', token: admin.token, key: randomUUID() };
    expect((await shop.test.call({ ...call, ...none })).statusCode).toBe(400);
  });
});
