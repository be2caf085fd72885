// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import pino from 'pino';
import sql from 'sql-template-tag';
import { type Permission, permissions } from '../../contract/permissions.ts';
import { startSandbox } from '../../sandbox/main.ts';
import { insertCodes } from '../../server/features/shop/codes/gift-card-code-store.ts';
import { openVault } from '../../server/features/shop/codes/open-vault.ts';
import { sealCode } from '../../server/features/shop/codes/seal-code.ts';
import { insertGiftCard } from '../../server/features/shop/gift-cards/gift-card-store.ts';
import { seedDemo } from '../../server/seed.ts';
import { startTestApp, type TestApp, testSecret } from '../support/app.ts';
import { createPlayer } from '../support/factories.ts';

/** A caller. `ended`: no call of theirs that needs a session may succeed. */
export interface Identity {
  name: string;
  kind: 'visitor' | 'ended' | 'player' | 'administrator';
  token?: string;
  playerId?: string;
  /** Part of the account's e-mail and name. */
  mark: number;
}

export interface World {
  test: TestApp;
  identities: Identity[];
  /** Replaces an identity whose session ended with an account of the same kind. */
  renew(identity: Identity): Promise<void>;
  /** Faults that the app logged. */
  faults: string[];
  /** Values that no answer may contain. */
  secrets: Set<string>;
  close(): Promise<void>;
}

const client = { clientId: 'fuzz-client', clientSecret: 'fuzz-client-secret' };
const coinsToBeginWith = 1_000_000;

/** No one else may ever see this code. */
async function buyPlantedCode({ db, call }: TestApp, { mark, token = '' }: Identity): Promise<void> {
  const vault = openVault({ keys: undefined, fingerprintSecret: undefined }, testSecret);
  const card = { title: 'Planted', description: 'Planted', type: 'other', gcCoin: 5, image: '' };
  const sale = { isActive: true, isFulfilledByHand: false, promiseHours: 24, at: new Date() };
  const giftCardId = await db.transaction(async (tx) => {
    const id = await insertGiftCard(tx, { ...card, ...sale });
    await insertCodes(tx, {
      giftCardId: id,
      purchaseId: null,
      codes: [sealCode(vault, `PLANTED-CODE-${mark}-END`)],
    });
    return id;
  });
  const items = [{ giftCardId, quantity: 1, gcCoin: card.gcCoin }];
  await call({ method: 'POST', url: '/cart/checkout', token, payload: { items } });
}

/** The app with the demo's offers, stand-ins of the outside services, and people of every kind. */
export async function createWorld(templateUrl?: string): Promise<World> {
  const sandbox = await startSandbox({
    port: 0,
    appUrl: 'http://localhost:3000',
    timeScale: 60,
    statsPerSecond: 0,
    google: client,
    discord: client,
  });
  const metricsToken = randomUUID();
  const secrets = new Set([
    metricsToken,
    testSecret,
    client.clientSecret,
    sandbox.stripeSecretKey,
    sandbox.stripeWebhookSecret,
  ]);
  const faults: string[] = [];
  const test = await startTestApp({
    ...(templateUrl && { templateUrl }),
    isChecked: false,
    log: pino({ level: 'warn' }, { write: (line: string) => void faults.push(line) }),
    sandboxUrl: sandbox.url,
    config: {
      rateLimitPerMinute: 1_000_000_000,
      metricsToken,
      google: { issuer: sandbox.googleIssuer, ...client },
      discord: {
        baseUrl: sandbox.discordBaseUrl,
        publicKeyHex: sandbox.discordPublicKeyHex,
        botToken: undefined,
        asksConnections: true,
        ...client,
      },
      gameStats: {
        fortnite: { baseUrl: `${sandbox.url}/fortnite`, keys: [{ key: 'fuzz', requestsPerSecond: 1_000 }] },
      },
      stripe: {
        apiBase: sandbox.stripeApiBase,
        secretKey: sandbox.stripeSecretKey,
        publishableKey: sandbox.stripePublishableKey,
        webhookSecrets: [sandbox.stripeWebhookSecret],
      },
    },
  });
  const { db } = test;
  await seedDemo(db, test.app.features);

  let marks = 0;
  const roles = new Map<string, string>();

  async function signUp(role: string): Promise<Pick<Identity, 'token' | 'playerId' | 'mark'>> {
    const mark = ++marks;
    const { id } = await createPlayer(db, {
      role,
      name: `Planted Person ${mark}.`,
      email: `planted-${mark}@leak.test`,
      gamerCoins: coinsToBeginWith,
    });
    const token = await test.signIn(id);
    secrets.add(token);
    return { token, playerId: id, mark };
  }

  const active = async (name: string, kind: Identity['kind'], role: string): Promise<Identity> => {
    roles.set(name, role);
    return { name, kind, ...(await signUp(role)) };
  };

  async function holding(permission: Permission): Promise<Identity> {
    const role = `ONLY_${permission.replace(/\W/g, '_').toUpperCase()}`;
    await db.run(sql`insert into roles (name, permissions) values (${role}, ${[permission]})`);
    return active(permission, 'administrator', role);
  }

  async function ended(name: string, end: (identity: Identity) => Promise<unknown>): Promise<Identity> {
    const identity: Identity = { name, kind: 'ended', ...(await signUp('SUPER_ADMIN')) };
    await end(identity);
    return identity;
  }

  const identities: Identity[] = [
    { name: 'visitor', kind: 'visitor', mark: 0 },
    { name: 'made-up token', kind: 'ended', token: randomUUID(), mark: 0 },
    await active('player', 'player', 'USER'),
    await active('another player', 'player', 'USER'),
    await ended('suspended', ({ playerId }) =>
      db.run(sql`update players set suspended_at = now() where id = ${playerId}`),
    ),
    await ended('deleted', ({ playerId }) =>
      db.run(sql`update players set deleted_at = now() where id = ${playerId}`),
    ),
    await ended('logged out', ({ playerId }) =>
      db.run(sql`delete from sessions where player_id = ${playerId}`),
    ),
    await active('ADMIN', 'administrator', 'ADMIN'),
    await active('SUPER_ADMIN', 'administrator', 'SUPER_ADMIN'),
  ];
  for (const permission of permissions) identities.push(await holding(permission));

  for (const buyer of identities.filter(({ kind }) => kind === 'player')) await buyPlantedCode(test, buyer);

  return {
    test,
    identities,
    secrets,
    faults,
    async renew(identity) {
      const role = roles.get(identity.name);
      if (!role) return;
      const known = await db.row(sql`select from roles where name = ${role}`);
      if (!known && role.startsWith('ONLY_')) {
        await db.run(
          sql`insert into roles (name, permissions) values (${role}, ${[identity.name]}) on conflict do nothing`,
        );
      }
      Object.assign(identity, await signUp(role));
    },
    async close() {
      await test.close();
      await sandbox.close();
    },
  };
}
