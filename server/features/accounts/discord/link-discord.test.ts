// SPDX-License-Identifier: Apache-2.0

import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { errorMessage } from '../../../../contract/errors.ts';
import { startTestApp, testConfig } from '../../../../tests/support/app.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { setDiscord } from '../player-store.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const publicKeyHex = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');

const app = openForTests(() =>
  startTestApp({ config: { discord: { ...testConfig().discord, publicKeyHex } } }),
);

let discordIds = 100_000_000_000_000_000n;
const newDiscordId = () => String(discordIds++);

function send(body: unknown, { key = privateKey, headers = {} }: { key?: KeyObject; headers?: object } = {}) {
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const timestamp = '1790000000';
  const signature = sign(null, Buffer.from(timestamp + payload), key).toString('hex');
  return app.call({
    method: 'POST',
    url: '/discord/interactions',
    payload,
    headers: {
      'content-type': 'application/json',
      'x-signature-ed25519': signature,
      'x-signature-timestamp': timestamp,
      ...headers,
    },
  });
}

const command = (token: unknown, discordUserId: string, place: 'member' | 'user' = 'member') => ({
  type: 2,
  data: { name: 'link', options: [{ name: 'token', type: 3, value: token }] },
  ...(place === 'member' ? { member: { user: { id: discordUserId } } } : { user: { id: discordUserId } }),
});
const getWords = async (answer: ReturnType<typeof send>) => {
  const { type, data } = (await answer).json();
  expect([type, data.flags]).toEqual([4, 64]);
  return data.content as string;
};

let keys = 0;
async function newPlayer() {
  const { id } = await createPlayer(app.db);
  const token = await app.signIn(id);
  const generate = (key = `key-number-${keys++}`) =>
    app.call({ method: 'POST', url: '/auth/generate-discord-token', token, key });
  const isLinked = async () =>
    (await app.call({ url: '/auth/get-profile', token })).json().data.discordLinked as boolean;
  return {
    id,
    token,
    generate,
    isLinked,
    linkToken: async () => (await generate()).json().data.token as string,
  };
}

it('answers a signed ping', async () => {
  const answer = await send({ type: 1 });
  expect([answer.statusCode, answer.json()]).toEqual([200, { type: 1 }]);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
});

it.each([
  ['a signature by another key', { key: generateKeyPairSync('ed25519').privateKey }],
  ['another timestamp', { headers: { 'x-signature-timestamp': '1790000001' } }],
  ['an empty signature', { headers: { 'x-signature-ed25519': '' } }],
  ['a malformed signature', { headers: { 'x-signature-ed25519': 'zz' } }],
  [
    'a plain text body and no signature',
    { headers: { 'content-type': 'text/plain', 'x-signature-ed25519': '' } },
  ],
])('refuses %s with 401', async (_what, options) => {
  const refused = await send({ type: 1 }, options);
  expect([refused.statusCode, refused.json().code]).toEqual([401, 'not_signed_in']);
});

it('refuses an empty body and correctly signed malformed input', async () => {
  expect((await app.call({ method: 'POST', url: '/discord/interactions' })).statusCode).toBe(401);
  const odd = await send('not json');
  expect([odd.statusCode, odd.json().code]).toEqual([400, 'malformed_request']);
  expect((await send({ type: 3 })).statusCode).toBe(400);
});

it('links a Discord account with a token once and notifies the open page', async () => {
  const player = await newPlayer();
  const linkToken = await player.linkToken();
  expect(linkToken).toMatch(/^([0-9A-Z]{5}-){3}[0-9A-Z]{5}$/);
  const discordId = newDiscordId();
  expect(await getWords(send(command(` ${linkToken.toLowerCase()} `, discordId)))).toBe(
    'This Discord account is now linked to your profile.',
  );
  expect(await player.isLinked()).toBe(true);
  const told = await app.db.rows(sql`select name from live_events where player_id = ${player.id}`);
  expect(told).toEqual([{ name: 'profile' }]);
  expect(await getWords(send(command(linkToken, discordId)))).toMatch(/wrong or has expired/);
  expect((await player.generate()).json().code).toBe('discord_already_linked');
});

it('accepts commands in direct messages, and answers unknown commands politely', async () => {
  const player = await newPlayer();
  await send(command(await player.linkToken(), newDiscordId(), 'user'));
  expect(await player.isLinked()).toBe(true);
  const unknown = { ...command('', newDiscordId()), data: { name: 'dance' } };
  expect(await getWords(send(unknown))).toBe('Unknown command. Use /link.');
});

it('refuses a Discord account of another player and keeps the token valid', async () => {
  const [first, second] = [await newPlayer(), await newPlayer()];
  const taken = newDiscordId();
  await send(command(await first.linkToken(), taken));
  const linkToken = await second.linkToken();
  expect(await getWords(send(command(linkToken, taken)))).toMatch(/is linked to another player/);
  expect(await second.isLinked()).toBe(false);
  expect(await getWords(send(command(linkToken, newDiscordId())))).toMatch(
    /^This Discord account is now linked/,
  );
});

it('says "already linked" when the same Discord account was linked meanwhile', async () => {
  const player = await newPlayer();
  const [linkToken, own] = [await player.linkToken(), newDiscordId()];
  await app.db.transaction((tx) => setDiscord(tx, player.id, own));
  expect(await getWords(send(command(linkToken, own)))).toBe(errorMessage('discord_already_linked'));
});

it('links one Discord account to one player when several link concurrently', async () => {
  const players = await Promise.all([newPlayer(), newPlayer(), newPlayer(), newPlayer()]);
  const tokens = await Promise.all(players.map((player) => player.linkToken()));
  const discordId = newDiscordId();
  await Promise.all(tokens.map((token) => send(command(token, discordId))));
  const linked = await Promise.all(players.map((player) => player.isLinked()));
  expect(linked.filter(Boolean)).toHaveLength(1);
});

it('accepts a token once when it is sent many times concurrently', async () => {
  const player = await newPlayer();
  const token = await player.linkToken();
  const answers = await Promise.all([1, 2, 3, 4].map(() => getWords(send(command(token, newDiscordId())))));
  expect(answers.filter((words) => words.startsWith('This Discord account is now linked'))).toHaveLength(1);
});

it('returns the same token to a replay, and invalidates the older token', async () => {
  const player = await newPlayer();
  const [first, replay] = [await player.generate('the-same-key'), await player.generate('the-same-key')];
  expect(replay.json()).toEqual(first.json());
  const both = await Promise.all([player.generate('another-key'), player.generate('another-key')]);
  expect(both[0]?.json()).toEqual(both[1]?.json());
  expect(both[0]?.json().data.token).not.toBe(first.json().data.token);
  expect(await getWords(send(command(first.json().data.token, newDiscordId())))).toMatch(
    /wrong or has expired/,
  );
});

it('expires a token after ten minutes, and stores only its hash', async () => {
  const player = await newPlayer();
  const token = await player.linkToken();
  const row = await app.db.row<{ hash: Buffer }>(
    sql`select token_hash as hash from discord_link_tokens where player_id = ${player.id}`,
  );
  expect(row?.hash).toEqual(createHash('sha256').update(token).digest());
  app.clock.advance(10 * 60_000 - 1);
  await app.app.tasks['forget-expired-sign-ins']?.(undefined as never);
  expect(await app.db.rows(sql`select from discord_link_tokens where player_id = ${player.id}`)).toHaveLength(
    1,
  );
  app.clock.advance(1);
  expect(await getWords(send(command(token, newDiscordId())))).toMatch(/wrong or has expired/);
  await app.app.tasks['forget-expired-sign-ins']?.(undefined as never);
  expect(await app.db.rows(sql`select from discord_link_tokens where player_id = ${player.id}`)).toEqual([]);
});

it('requires a session, and makes a new token per call without an Idempotency-Key', async () => {
  const player = await newPlayer();
  const url = '/auth/generate-discord-token';
  expect((await app.call({ method: 'POST', url, key: 'any-key-at-all' })).statusCode).toBe(401);
  const { token } = player;
  const made = async () => (await app.call({ method: 'POST', url, token })).json().data.token;
  expect(await made()).not.toBe(await made());
});

it('refuses to link suspended and deleted players, and leaves other links alone', async () => {
  const [gone, stays] = [await newPlayer(), await newPlayer()];
  const [token, other] = [await gone.linkToken(), await stays.linkToken()];
  for (const column of [sql`suspended_at`, sql`deleted_at`]) {
    await app.db.run(sql`update players set ${column} = now() where id = ${gone.id}`);
    expect(await getWords(send(command(token, newDiscordId())))).toMatch(/wrong or has expired/);
    await app.db.run(sql`update players set ${column} = null where id = ${gone.id}`);
  }
  expect(await getWords(send(command(token, newDiscordId())))).toMatch(/^This Discord account is now linked/);
  expect(await getWords(send(command(other, newDiscordId())))).toMatch(/^This Discord account is now linked/);
});

it('returns the expiry of a token, and the same expiry for a replayed key', async () => {
  const player = await newPlayer();
  const expiresAt = new Date(app.clock.now().getTime() + 10 * 60_000).toISOString();
  expect((await player.generate('until-when')).json().data).toEqual({ token: expect.any(String), expiresAt });
  app.clock.advance(1_000);
  expect((await player.generate('until-when')).json().data.expiresAt).toBe(expiresAt);
});
