// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import sql from 'sql-template-tag';
import { auditLedger } from '../server/audit.ts';
import { createSessions } from '../server/features/accounts/sessions/sessions.ts';
import { systemClock } from '../server/platform/clock.ts';
import { type Database, openDatabase } from '../server/platform/db/database.ts';
import { createListener } from '../server/platform/listen.ts';
import { createLogger } from '../server/platform/log.ts';
import { startApp } from '../tests/support/e2e/app.ts';
import type { BenchContext } from './context.ts';
import { type Pgbench, preparePgbench } from './pgbench.ts';
import { profileOf } from './profile.ts';
import { median, type Result } from './report.ts';

const name = 'checkout request';
const limit = 0.45;
const connections = 16;
const priceGc = 100;
/** Ids that pgbench can build, which has no UUID type: this prefix and four digits. */
const idPrefix = '01900000-0000-7000-8000-00000000';
const [firstPlayer, players] = [5001, 500];
const [firstCard, cards] = [9001, 10];
/** Stock of each card before every round; no machine sells that many in one round. */
const codesPerCard = 6000;

/**
 * The statement of server/features/shop/purchases/purchase-store.ts in pgbench's syntax. It notifies afterwards, as the
 * server does.
 */
const pgbenchScript = `\\set player random(${firstPlayer}, ${firstPlayer + players - 1})
\\set card random(${firstCard}, ${firstCard + cards - 1})
\\set key random(1, ${Number.MAX_SAFE_INTEGER})
select outcome, answer from (select id from player_states where id = ('${idPrefix}' || :player)::uuid and deleted_at is null and suspended_at is null for share) buyer, shop_checkout(buyer.id, 'bench-' || :key, sha256('input'), array[('${idPrefix}' || :card)::uuid], array[1], array[${priceGc}]::bigint[], now(), null, 'Gift card: %s', 'Gift cards: %s', '%s x %s', ', ')
`;

/**
 * The least that the sale of one card must write: a wallet, a transfer, an order, a purchase and its code, found like
 * ours through the index of the stock. It checks nothing.
 */
const minimalScript = `\\set player random(${firstPlayer}, ${firstPlayer + players - 1})
\\set card random(${firstCard}, ${firstCard + cards - 1})
with wallet as (update wallets set balance = balance - ${priceGc} where player_id = ('${idPrefix}' || :player)::uuid and currency = 'GC' and balance >= ${priceGc} returning player_id), ordered as (insert into orders (id, player_id, total_gc, created_at) select make_uuidv7(), player_id, ${priceGc}, now() from wallet returning id, player_id), moved as (insert into transfers (currency, amount, debit_player_id, credit_house, type, reference, idempotency_key, description) select 'GC', ${priceGc}, player_id, 'gift_cards', 'purchase', id::text, 'order:' || id, 'Gift card' from ordered), code as (select id from gift_card_codes where gift_card_id = ('${idPrefix}' || :card)::uuid and purchase_id is null and withdrawn_at is null order by arrival limit 1 for update skip locked), bought as (insert into purchases (id, order_id, player_id, gift_card_id, gc_coin, title, status, created_at, delivered_at) select make_uuidv7(), id, player_id, ('${idPrefix}' || :card)::uuid, ${priceGc}, 'Card', 'delivered', now(), now() from ordered returning id) update gift_card_codes c set purchase_id = bought.id from code, bought where c.id = code.id
`;

async function fillShop(db: Database): Promise<void> {
  await db.run(sql`
    insert into players (id, name, email, referral_code)
    select (${idPrefix}::text || n)::uuid, 'Bench', 'shopper' || n || '@player.test', 'SHOPPER' || n
    from generate_series(${firstPlayer}::int, ${firstPlayer + players - 1}::int) n`);
  await db.run(sql`
    insert into wallets (player_id, currency)
    select id, unnest(enum_range(null::currency)) from players where referral_code like 'SHOPPER%'`);
  await db.run(sql`
    select ledger_transfer('GC', 1000000000, null, 'adjustments', id, null, 'admin_credit', 'bench', 'shop:' || id,
      'Coins to begin with', false)
    from players where referral_code like 'SHOPPER%'`);
  await db.run(sql`
    insert into gift_cards (id, title, description, type, gc_coin)
    select (${idPrefix}::text || n)::uuid, 'Card ' || n, 'For the bench', 'psn', ${priceGc}
    from generate_series(${firstCard}::int, ${firstCard + cards - 1}::int) n`);
}

async function fillStock(db: Database): Promise<void> {
  await db.run(sql`
    insert into gift_card_codes (id, gift_card_id, key_id, nonce, ciphertext, fingerprint, masked)
    select make_uuidv7(), g.id, 'bench', substr(sha256('nonce'), 1, 12), sha256('code'),
      sha256(uuid_send(gen_random_uuid())), '••••••••1234'
    from gift_cards g
    cross join lateral generate_series(1, ${codesPerCard}::bigint - (
      select count(*) from gift_card_codes c where c.gift_card_id = g.id and c.purchase_id is null))
    where g.description = 'For the bench'`);
  await db.pool.query(
    'vacuum analyze gift_card_codes, purchases, orders, transfers, wallets, idempotent_answers',
  );
}

async function signInAll(db: Database, databaseUrl: string): Promise<string[]> {
  const listener = await createListener(databaseUrl, createLogger('silent'));
  const sessions = createSessions({
    db,
    clock: systemClock,
    listener,
    adminIdleMs: 24 * 3_600_000,
    isFactorDemanded: false,
  });
  try {
    const ids = Array.from({ length: players }, (_, index) => idPrefix + (firstPlayer + index));
    return await db.transaction(async (tx) => {
      const tokens: string[] = [];
      for (const id of ids) tokens.push(await sessions.start(tx, id));
      return tokens;
    });
  } finally {
    await listener.close();
  }
}

const pickBelow = (count: number) => Math.floor(Math.random() * count);

async function measureOurs(url: string, tokens: readonly string[], seconds: number): Promise<number> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        path: '/api/v1/cart/checkout',
        setupRequest: (request) => ({
          ...request,
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${tokens[pickBelow(tokens.length)]}`,
            'idempotency-key': randomUUID(),
          },
          body: `{"items":[{"giftCardId":"${idPrefix}${firstCard + pickBelow(cards)}","quantity":1,"gcCoin":${priceGc}}]}`,
        }),
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`checkouts failed: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} failed`);
  }
  return result.requests.average;
}

interface Round {
  ours: () => Promise<number>;
  pgbench: Pgbench;
  db: Database;
}

/**
 * Alternates both and compares neighbouring rounds, since other work on the machine and the growing tables affect both
 * alike.
 */
async function compare(
  name: string,
  { ours, pgbench, db }: Round,
  { rounds, secondsPerRound, log }: BenchContext,
): Promise<{ value: number; reference: number; ratio: number }> {
  const [values, references]: [number[], number[]] = [[], []];
  for (let round = 1; round <= rounds; round++) {
    await fillStock(db);
    references.push(await pgbench.perSecond(secondsPerRound));
    await fillStock(db);
    values.push(await ours());
    log(
      `${name}, round ${round}: pgbench ${references.at(-1)?.toFixed(0)}/s, ours ${values.at(-1)?.toFixed(0)}/s`,
    );
  }
  const ratio = median(values.map((each, round) => each / (references[round] as number)));
  return { value: median(values), reference: median(references), ratio };
}

/**
 * A whole checkout as a browser sends it: HTTP, session, validation, and the purchase of one of ten cards by one of
 * many players. It is compared with pgbench sending only the purchase statement, which is equally durable, and with the
 * least that any sale must write. Jobs run in other processes.
 */
export async function benchShop(context: BenchContext): Promise<Result[]> {
  const { databaseUrl, secondsPerRound } = context;
  const settings = { 'finalring.tells_after': 'on', 'finalring.tells_lines': 'on' };
  const pgbench = preparePgbench({ script: pgbenchScript, databaseUrl, connections, settings });
  if ('missing' in pgbench) return [{ name, skipped: pgbench.missing }];
  const least = preparePgbench({ script: minimalScript, databaseUrl, connections }) as Pgbench;
  const env = { ...context.env, ROLE: 'web' };
  const profile = profileOf('shop', context);
  const app = await startApp({ env, nodeFlags: profile.flags });
  const db = openDatabase(databaseUrl, { poolSize: 4, statementMs: 0 });
  try {
    await fillShop(db);
    const tokens = await signInAll(db, databaseUrl);
    await fillStock(db);
    await measureOurs(app.url, tokens, 2);
    const ours = () => measureOurs(app.url, tokens, secondsPerRound);
    const whole = await compare(name, { ours, pgbench, db }, context);
    const { proofs } = await auditLedger(db);
    const breaches = proofs.flatMap((proof) => proof.breaches);
    if (breaches.length > 0) throw new Error(`fast but wrong: ${breaches.join('; ')}`);
    const ofLeast = `${name}, against the minimal statement`;
    const minimal = await compare(ofLeast, { ours, pgbench: least, db }, context);
    const unit = 'checkouts/s';
    return [
      { name, unit, against: 'pgbench', limit, ...whole },
      { name: ofLeast, unit, against: 'pgbench, a minimal statement', limit: 0.2, ...minimal },
    ];
  } finally {
    // Otherwise the next bench's server would run the jobs left over from this one.
    await db.run(sql`delete from graphile_worker._private_jobs`);
    await db.close();
    await app.stop();
    profile.report();
    pgbench.close();
    least.close();
  }
}
