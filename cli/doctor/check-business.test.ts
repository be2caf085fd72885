// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import type { Config } from '../../server/config.ts';
import { testConfig } from '../../tests/support/app.ts';
import { openTestDatabase } from '../../tests/support/database.ts';
import { createPlayer } from '../../tests/support/factories.ts';
import { checkBusiness } from './check-business.ts';
import { checkConfig } from './check-config.ts';

const db = openTestDatabase();
const usual = testConfig();
/** With the protections that production has by default. */
const production: Config = {
  ...usual,
  production: true,
  arePlayRulesDemanded: true,
  secondFactor: { ...usual.secondFactor, isDemanded: true },
  approvals: { ...usual.approvals, isDemanded: true },
  coinLimits: { ...usual.coinLimits, isOn: true },
};
const says = async (config = production) =>
  (await checkBusiness(db, config)).map(({ state, says }) => `${state}: ${says}`);

it('lists what keeps a fresh installation closed, step by step, until it is open', async () => {
  const closed = [
    'look: no rules on age and region are published: nobody can enter or pay',
    'look: no challenge is active: nobody can play',
    'look: no coin package is on sale: nobody can buy coins',
    'look: no gift card is on sale: nobody can redeem coins',
  ];
  expect(await says()).toEqual([...closed, 'look: there is no administrator']);

  const { id } = await createPlayer(db, { role: 'SUPER_ADMIN' });
  const alone = 'look: only one SUPER_ADMIN: nobody else can approve changes, or reset a lost second factor';
  expect(await says()).toEqual([...closed, alone]);
  const advice = (await checkBusiness(db, production)).at(-1)?.advice ?? '';
  expect(advice).toMatch(/^add a second one/);
  const second = await createPlayer(db, { role: 'SUPER_ADMIN' });
  expect(await says()).toEqual(closed);

  await db.run(sql`
    insert into play_rules (version, valid_from, is_allowed_elsewhere, min_age_elsewhere, regions, reason, published_by, published_at)
    values (1, now() - interval '1 minute', true, 18, '[]', 'Opening', ${id}, now())`);
  await db.run(sql`insert into challenges (description, is_active) values ('Win', true)`);
  await db.run(
    sql`insert into coin_packages (title, coins, original_price_cents) values ('Small', 500, 500)`,
  );
  expect(await says()).toEqual([closed[3]]);
  await db.run(sql`
    insert into gift_cards (title, description, type, kind, region, how_to_redeem, image, gc_coin, is_active,
      is_fulfilled_by_hand, low_stock_at, created_at, updated_at)
    values ('Card', 'A card', 'x', 'wallet', '', '', '', 100, true, false, 5, now(), now())`);
  expect(await says()).toEqual(['ok: open: rules, challenges, coin packages and gift cards are set up']);

  // Revoked things don't count: a suspended administrator and an inactive challenge.
  await db.run(sql`update players set suspended_at = now() where id = ${second.id}`);
  await db.run(sql`update challenges set is_active = false`);
  expect(await says()).toEqual([closed[1], alone]);
});

it('warns of each protection turned off in production, and never elsewhere', async () => {
  const off = {
    ...production,
    arePlayRulesDemanded: false,
    secondFactor: { ...usual.secondFactor, isDemanded: false },
    approvals: { ...usual.approvals, isDemanded: false },
    coinLimits: { ...usual.coinLimits, isOn: false },
  };
  const named = ['SECOND_FACTOR', 'APPROVALS', 'COIN_LIMITS', 'PLAY_RULES'];
  expect((await says(off)).filter((line) => line.includes(' is off '))).toEqual(
    named.map((name) => `look: ${name} is off in production`),
  );
  expect(await says({ ...off, production: false })).toEqual([]);
});

it('does not advise making an administrator when it checks variables only', () => {
  const findings = checkConfig({ SANDBOX: '1', PORT: '3000' });
  expect(JSON.stringify(findings)).not.toContain('administrator');
});

it('warns of settings of former releases, also beside faults', () => {
  const named = (env: Record<string, string>) =>
    checkConfig(env).map(({ state, says }) => `${state}: ${says.split(' ')[0]}`);
  expect(named({ SANDBOX: '1', XP_SUCCESS: '200' })).toEqual(['ok: 1', 'look: XP_SUCCESS']);
  expect(named({ SANDBOX: '1', PORT: 'x', MAIL: 'off' })).toEqual(['wrong: PORT:', 'look: MAIL']);
});
