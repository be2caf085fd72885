// SPDX-License-Identifier: Apache-2.0
// @module-tag long

import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testSecret } from '../../tests/support/app.ts';
import { readSections, unzip } from '../../tests/support/archive.ts';
import { startCoinsTest, stripeKeys } from '../../tests/support/coins.ts';
import { finalring, finalringJson } from '../../tests/support/command.ts';
import { createPlayer, handleOf } from '../../tests/support/factories.ts';
import { openForTests } from '../../tests/support/open-for-tests.ts';
import { makeScratchFolder } from '../../tests/support/scratch.ts';
import { line, startShopTest } from '../../tests/support/shop.ts';

const folder = makeScratchFolder('commands');
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

describe('commands for a shop', () => {
  const shop = openForTests(startShopTest);
  let env: Record<string, string>;
  beforeAll(async () => {
    env = {
      DATABASE_URL: shop.test.databaseUrl,
      APP_SECRET: testSecret,
      SANDBOX_PORT: '1',
      DATA_DIR: folder,
    };
  });

  it('make a player with a verified address an administrator, with a log entry', async () => {
    const { db } = shop.test;
    const player = await createPlayer(db, { email: 'boss@example.com' });
    const create = (...args: string[]) => finalring(['admin', 'create', ...args], env);
    expect(await create('nobody@example.com')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('have them sign in once'),
    });
    expect((await create('boss@example.com', '--role', 'NOBODY')).code).toBe(3);
    expect((await create('BOSS@example.com')).stdout).toBe('boss@example.com is SUPER_ADMIN\n');
    const again = await finalringJson(['admin', 'create', await handleOf(db, player)], env);
    expect(again).toMatchObject({ code: 0, result: { playerId: player.id, before: 'SUPER_ADMIN' } });
    const written = await db.rows(sql`
      select action, before, after from admin_changes where subject = ${`user:${player.id}`}`);
    expect(written).toEqual([
      { action: 'user.appoint', before: { role: 'USER' }, after: { role: 'SUPER_ADMIN' } },
    ]);
    const unverified = await createPlayer(db, { email: 'typed@example.com' });
    await db.run(sql`update players set is_verified = false where id = ${unverified.id}`);
    expect(await create('typed@example.com')).toMatchObject({ code: 3 });
    const suspended = await createPlayer(db, { email: 'gone@example.com' });
    await db.run(sql`update players set suspended_at = now() where id = ${suspended.id}`);
    expect(await create('gone@example.com')).toMatchObject({ code: 3 });
    const roles = await db.rows(sql`
      select role from players where id = any (${[unverified.id, suspended.id]})`);
    expect(roles).toEqual([{ role: 'USER' }, { role: 'USER' }]);
  });

  it('import codes once in the name of an administrator, and the shop sells them', async () => {
    const { db } = shop.test;
    await createPlayer(db, { email: 'stock@example.com', role: 'ADMIN' });
    await createPlayer(db, { email: 'player@example.com' });
    const card = await shop.card({ codes: 0, title: 'Steam 20' });
    const file = join(folder, 'codes.csv');
    writeFileSync(
      file,
      'card,code\nSteam 20,AAAA-1111-CCCC\nSteam 20,BBBB-2222-DDDD\nNothing,CCCC-3333-EEEE\n',
    );
    const run = (...args: string[]) =>
      finalringJson<{ added: number; unknownCards: unknown[]; duplicates: number[] }>(
        ['codes', 'import', file, ...args],
        env,
      );
    expect(await run('--by', 'player@example.com')).toMatchObject({
      code: 3,
      error: expect.stringContaining('gift-cards:write'),
    });
    expect((await run('--by', 'stock@example.com', '--dry-run')).result).toMatchObject({
      added: 2,
      unknownCards: [{ line: 4 }],
    });
    expect(await shop.stock(card)).toBe(0);
    // Without a confirmation, nothing is stocked.
    expect(await run('--by', 'stock@example.com')).toMatchObject({ code: 4 });
    expect(await shop.stock(card)).toBe(0);
    expect(await run('--by', 'stock@example.com', '--yes', '--cost-cents', '1800')).toMatchObject({
      code: 1,
      result: { added: 2 },
    });
    expect((await run('--by', 'stock@example.com')).result).toMatchObject({ added: 0, duplicates: [2, 3] });
    expect(await shop.stock(card)).toBe(2);
    expect(await finalring(['codes', 'import', file, '--by', 'a', '--cost-cents', '1.5'], env)).toMatchObject(
      {
        code: 2,
      },
    );
    const buyer = await shop.shopper();
    const { data } = await shop.checkout(buyer, [line(card)]);
    const { hashCode } = await shop.reveal(buyer, data.purchases[0]?._id ?? '');
    expect(['AAAA-1111-CCCC', 'BBBB-2222-DDDD']).toContain(hashCode);
  });

  it('skip implausible codes unless told to accept them', async () => {
    const { db } = shop.test;
    await createPlayer(db, { email: 'careful@example.com', role: 'ADMIN' });
    const card = await shop.card({ codes: 0, title: 'Xbox 15' });
    const file = join(folder, 'whole-rows.csv');
    writeFileSync(file, 'Entitlement\nXAAA-1111\nXBBB-2222\nXCCC-3333\nXDDD-4444\n');
    const run = (...args: string[]) =>
      finalring(['codes', 'import', file, '--by', 'careful@example.com', '--card', ...args], env);
    const done = await run('xbox 15', '--yes');
    expect(done).toMatchObject({ code: 1, stdout: expect.stringContaining('line 1: skipped, unusual') });
    expect(await shop.stock(card)).toBe(4);
    expect(await run('xbox 15', '--yes', '--take-unusual')).toMatchObject({ code: 0 });
    expect(await shop.stock(card)).toBe(5);
    writeFileSync(file, 'product,serial number,unlocker\nXbox 15,10001,XEEE-5555\n');
    const doubtful = await run('xbox 15', '--yes');
    expect(doubtful).toMatchObject({ code: 1, stdout: expect.stringContaining('another, unused column') });
    expect(await shop.stock(card)).toBe(5);
    expect(await run('No Such Card', '--yes')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('no gift card has the id or title "No Such Card"'),
    });
  });

  it('ignore the case of a role name, and list the roles when it is unknown', async () => {
    await createPlayer(shop.test.db, { email: 'promoted@example.com' });
    const run = (role: string) => finalring(['admin', 'create', 'promoted@example.com', '--role', role], env);
    expect(await run('manager of all')).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/there is no role manager of all: choose one of .*ADMIN.*SUPER_ADMIN/),
    });
    expect(await run('admin')).toMatchObject({ code: 0, stdout: expect.stringContaining('is ADMIN') });
  });

  it("write a player's data into a new file readable by the operator only", async () => {
    const player = await createPlayer(shop.test.db, { email: 'curious@example.com', gamerCoins: 70 });
    const file = join(folder, 'player.zip');
    const run = () => finalringJson(['export-player', 'curious@example.com', file], env);
    expect(await run()).toMatchObject({ code: 0, result: { playerId: player.id } });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const data = readSections(await unzip(readFileSync(file)));
    expect(data).toMatchObject({ profile: { _id: player.id, gamerCoins: 70 }, transfers: [{ amount: 70 }] });
    expect(readdirSync(folder).filter((name) => name.startsWith('export-'))).toEqual([]);
    expect(await run()).toMatchObject({ code: 3, error: expect.stringContaining('EEXIST') });
  });

  it('fill an empty database with demo data, but never a real one', async () => {
    expect(
      await finalring(['demo', 'seed'], { ...env, GOOGLE_CLIENT_ID: 'g', GOOGLE_CLIENT_SECRET: 'g' }),
    ).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('sandbox only'),
    });
    // An installation that already has players gets demo players only after a confirmation.
    await shop.shopper();
    expect(await finalring(['demo', 'seed', '--size', 'small'], env)).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('repeat with --yes'),
    });
    expect((await finalring(['demo', 'seed'], env)).code).toBe(0);
    const packages = () => shop.test.db.rows(sql`select from coin_packages`);
    const count = (await packages()).length;
    expect(count).toBeGreaterThan(0);
    expect((await finalring(['demo', 'seed'], env)).code).toBe(0);
    expect(await packages()).toHaveLength(count);
  });
});

describe('commands for payments', () => {
  const coins = openForTests(startCoinsTest);

  it('replay a stored event by checking its payment, and credit once however often', async () => {
    const env = {
      DATABASE_URL: coins.test.databaseUrl,
      APP_SECRET: testSecret,
      DATA_DIR: folder,
      SANDBOX_PORT: '1',
      STRIPE_API_BASE: coins.stripe.apiBase,
      STRIPE_SECRET_KEY: stripeKeys.secretKey,
      STRIPE_PUBLISHABLE_KEY: stripeKeys.publishableKey,
      STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecrets.join(),
      CODE_KEYS: '',
    };
    const player = await coins.buyer();
    const { paymentId, intentId, intent } = await coins.paid(player, await coins.addPackage());
    // The webhook that arrived has no amounts, and the one with the amounts was lost.
    await coins.deliver(
      coins.webhook(
        'payment_intent.payment_failed',
        { ...intent, status: 'requires_payment_method' },
        { id: 'evt_heard' },
      ),
    );
    expect(await coins.balances(player)).toMatchObject({ gamerCoins: 0 });
    const replay = () =>
      finalringJson<{ payment: { id: string; before: { status: string }; after: { status: string } } }>(
        ['replay-event', 'evt_heard'],
        env,
      );
    const [first, second] = await Promise.all([replay(), replay()]);
    expect([first.code, second.code]).toEqual([0, 0]);
    expect(first.result.payment).toMatchObject({ id: paymentId, after: { status: 'credited' } });
    expect((await replay()).result.payment.before.status).toBe('credited');
    expect(await coins.balances(player)).toMatchObject({ gamerCoins: 1000 });
    expect(intentId).toMatch(/^pi_/);
    expect(await finalringJson(['replay-event', 'evt_none'], env)).toMatchObject({ code: 3, ok: false });
  });
});
