// SPDX-License-Identifier: Apache-2.0
// @module-tag long

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminTest, type Person, startAdminTest } from './support/admin.ts';
import {
  type CreateClient,
  compileBeside,
  cutOff,
  freePort,
  installClients,
  rightProgram,
  type VerifyWebhook,
  wrongProgram,
} from './support/installed-clients.ts';
import { webhookCalls } from './support/outgoing-webhooks.ts';
import { makeScratchFolder } from './support/scratch.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = makeScratchFolder('clients');
/** A folder where an outsider installed the packages. No file of ours is in or above it. */
const installed = join(makeScratchFolder('outsider'), 'project');
let app: AdminTest;
let url: string;
let ada: Person;
let createClient: CreateClient;
let verifyWebhook: VerifyWebhook;
/** Longer than a test may take. */
const busy = { status: 503, headers: { 'retry-after': '5' } };
let discord: Server;
/** The messages in the channel. `refusals` are the answers to the next posts. */
const channel: { body: { content: string; allowed_mentions: object }; path?: string }[] = [];
const refusals: number[] = [];
let bot: { process: ChildProcess; origin: string };

async function startBot(secret: string, port: number): Promise<ChildProcess> {
  const { port: channelPort } = discord.address() as AddressInfo;
  const child = spawn(join(installed, 'node_modules/.bin/finalring-discord-bot'), [], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      WEBHOOK_SECRET: secret,
      FINALRING_URL: url,
      DISCORD_WEBHOOK_URL: `http://127.0.0.1:${channelPort}/api/webhooks/1/token`,
      PORT: String(port),
      SEEN_FILE: join(folder, 'seen.txt'),
    },
  });
  await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
  return child;
}

beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/client.ts', '--into', folder], { cwd: root, stdio: 'pipe' });
  installClients(folder, installed);
  ({ createClient } = await import(join(installed, 'node_modules/@finalring/client/dist/index.js')));
  ({ verifyWebhook } = await import(join(installed, 'node_modules/@finalring/client/dist/webhooks.js')));
  discord = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
    const status = refusals.shift() ?? 204;
    if (status === 204) channel.push({ path: request.url, body });
    response.writeHead(status, status === 429 ? { 'retry-after': '7' } : {}).end();
  }).listen(0, '127.0.0.1');
  await once(discord, 'listening');
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  app = await startAdminTest({ config: { webhookOrigins: [origin] } });
  url = await app.app.http.listen({ port: 0, host: '127.0.0.1' });
  ada = await app.person({ role: 'SUPER_ADMIN' });
  bot = { origin, process: undefined as unknown as ChildProcess };
});
afterAll(async () => {
  bot?.process?.kill();
  discord?.close();
  await app?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each([true, false])('the packaged client, with skipLibCheck %s', (skipLibCheck) => {
  const compile = (name: string, program: string) =>
    compileBeside(installed, { name, text: program, skipLibCheck });

  it('compiles and runs a correct program', async () => {
    expect(compile('right', rightProgram)).toEqual({ lines: [], said: '' });
    const run = spawn(process.execPath, ['right.js', url], { cwd: installed });
    const [said, faults] = await Promise.all([text(run.stdout), text(run.stderr)]);
    expect([said, faults]).toEqual(['FinalRing invalid_request\n', '']);
  });

  it('rejects wrong calls at compile time', () => {
    const found = compile('wrong', wrongProgram.text);
    expect(found.lines, found.said).toEqual(wrongProgram.lines);
    expect(found.lines.length).toBeGreaterThanOrEqual(10);
  });
});

describe('the TypeScript client', () => {
  it('depends on one package and nothing of the server', () => {
    const { dependencies } = JSON.parse(readFileSync(join(root, 'clients/typescript/package.json'), 'utf8'));
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(dependencies).toEqual({ 'openapi-fetch': devDependencies['openapi-fetch'] });
  });

  it('makes public and signed-in calls, and returns refusals as values', async () => {
    const config = await createClient({ url }).GET('/api/v1/config');
    expect(config.data?.data).toMatchObject({ brandName: 'FinalRing' });
    const mine = await createClient({ url, token: ada.token }).GET('/api/v1/challenge/my-attempts', {
      params: { query: { limit: 5 } },
    });
    expect(mine.data?.data).toEqual([]);
    const refused = await createClient({ url }).GET('/api/v1/challenge/my-attempts');
    expect([refused.response.status, refused.error?.code]).toEqual([401, 'not_signed_in']);
    const id = '0198c0de-0000-7000-8000-000000000001';
    const unknown = await createClient({ url }).GET('/api/v1/giveaways/{id}/draw', {
      params: { path: { id } },
    });
    expect(unknown.error?.code).toBe('not_found');
  });

  it('makes a change once after a lost answer, and waits as long as told', async () => {
    const sent: { key: string | null; status: number }[] = [];
    const unlucky: typeof fetch = async (input) => {
      const request = input as Request;
      const answer = await fetch(request);
      sent.push({ key: request.headers.get('idempotency-key'), status: answer.status });
      if (sent.length === 1) throw new TypeError('connection lost');
      if (sent.length === 2) return cutOff(answer);
      if (sent.length === 3) return new Response('{}', { status: 503, headers: { 'retry-after': '0.05' } });
      return answer;
    };
    const client = createClient({ url, token: ada.token, fetch: unlucky, maxRepeats: 3 });
    const { data } = await client.POST('/api/v1/saved-views', {
      body: { list: 'users', name: 'Kept once', isShared: false, query: '' },
    });
    expect(data?.data).toMatchObject({ name: 'Kept once' });
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const views = await client.GET('/api/v1/saved-views', { params: { query: { list: 'users' } } });
    expect(views.data?.data).toMatchObject([{ name: 'Kept once' }]);
  });

  it('sends a call without idempotency support once, even with a key', async () => {
    const sent: (string | null)[] = [];
    const unlucky: typeof fetch = async (input) => {
      sent.push((input as Request).headers.get('idempotency-key'));
      throw new TypeError('connection lost');
    };
    const client = createClient({ url, fetch: unlucky });
    const headers = { 'idempotency-key': 'a key of the caller' };
    const signingIn = client.POST('/api/v1/auth/exchange', { body: { authToken: 'a code' }, headers });
    await expect(signingIn).rejects.toThrow('connection lost');
    expect(sent).toEqual([null]);
  });

  it('leaves a retry after minutes to the caller', async () => {
    let asked = 0;
    const full: typeof fetch = async () => {
      asked++;
      return new Response('{"code":"readings_busy"}', { status: 503, headers: { 'retry-after': '60' } });
    };
    const { response } = await createClient({ url, fetch: full }).GET('/api/v1/config');
    expect([response.status, asked]).toEqual([503, 1]);
  });

  it('needs no Node modules, so it runs in browsers', async () => {
    const entry = join(installed, 'node_modules/@finalring/client/dist/index.js');
    const lib = { entry, formats: ['es' as const] };
    const built = await build({
      ...{ root: installed, configFile: false, logLevel: 'silent' },
      build: { write: false, lib },
    });
    const parts = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
    const modules = parts.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
    expect(modules).toContain(entry);
    // The replacements of Node modules are among these.
    expect(modules.filter((id) => /node:|browser-external/.test(id))).toEqual([]);
  });

  it.each([
    ['during the call', 0, () => fetch(url, { signal: AbortSignal.abort() })],
    ['while waiting for a retry', 1, async () => new Response('{}', busy)],
  ])('does not retry for a caller who gave up %s', async (_when, afterMs, answer) => {
    const leaving = new AbortController();
    let asked = 0;
    const client = createClient({
      url,
      fetch: () => {
        asked++;
        if (afterMs === 0) leaving.abort();
        else setTimeout(() => leaving.abort(), afterMs);
        return answer();
      },
    });
    await expect(client.GET('/api/v1/config', { signal: leaving.signal })).rejects.toThrow('aborted');
    expect(asked).toBe(1);
  });

  it.each(['', 'whsec_'])('refuses the empty webhook secret %j, with which anyone could sign', (secret) => {
    const body = '{"type":"gift-card.sold-out","data":{}}';
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = createHmac('sha256', '').update(`1.${timestamp}.${body}`).digest('base64');
    const headers = {
      'webhook-id': '1',
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    };
    expect(() => verifyWebhook({ body, headers, secret })).toThrow('no secret');
  });
});

describe('verifyWebhook', () => {
  const body = '{"type":"gift-card.sold-out","data":{}}';
  const secret = 'whsec_c2VjcmV0';
  const sign = (timestamp: number) => ({
    'webhook-id': '1',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${createHmac('sha256', 'secret').update(`1.${timestamp}.${body}`).digest('base64')}`,
  });
  const now = () => Math.floor(Date.now() / 1000);

  it('accepts the headers of a Request, with names in any case', () => {
    const headers = sign(now());
    const signature = headers['webhook-signature'];
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    for (const each of [
      headers,
      new Headers(headers),
      upper,
      { ...headers, 'webhook-signature': ['v1,AAAA', signature] },
      { ...headers, 'webhook-signature': `v1,AAAA ${signature}` },
    ])
      expect(verifyWebhook({ body, headers: each, secret })).toMatchObject({ id: '1' });
  });

  it('throws a named error for an unsigned or old webhook', () => {
    for (const headers of [{}, new Headers(), { ...sign(now()), 'webhook-id': '2' }, sign(now() - 301)])
      expect(() => verifyWebhook({ body, headers, secret })).toThrow(
        expect.objectContaining({ name: 'WebhookError' }),
      );
  });
});

describe('the Discord bot', () => {
  const calls = () => webhookCalls({ app, ada, receiver: bot });
  const posted = () => channel.map(({ body }) => body.content);

  it('announces an event once, and ignores unsigned events', async () => {
    const made = await calls().make(['giveaway.drawn', 'payment.credited']);
    bot.process = await startBot(made.secret, Number(new URL(bot.origin).port));
    await calls().happens('giveaway.drawn', { ...calls().drawn(), title: 'Weekly *gold* @everyone' });
    await calls().work();
    expect(posted()).toEqual(['🎁 **Weekly \\*gold\\* \\@everyone** is drawn. Anyone can check the draw.']);
    expect(channel[0]).toMatchObject({
      path: '/api/webhooks/1/token',
      body: { allowed_mentions: { parse: [] } },
    });

    // The same event again, as operators may resend it: accepted, but not announced.
    const [first] = (await calls().log(made)).list;
    await calls().send('POST', `/${made.endpoint._id}/sends/${first?._id}/replay`);
    await calls().work();
    expect(posted()).toHaveLength(1);
    const forged = await fetch(bot.origin, {
      method: 'POST',
      body: '{"type":"giveaway.drawn"}',
      headers: {
        'webhook-id': 'x',
        'webhook-timestamp': String(Date.now() / 1000),
        'webhook-signature': 'v1,AAAA',
      },
    });
    expect([forged.status, posted().length]).toEqual([400, 1]);
  });

  it('announces an event again that Discord rejected, also after a restart', async () => {
    const [endpoint] = (await calls().send('GET', '')).json().data;
    refusals.push(429);
    await calls().happens();
    await calls().work();
    expect(posted()).toHaveLength(1);
    expect((await calls().log({ endpoint, secret: '' })).list[0]).toMatchObject({ status: 'waiting' });
    app.clock.advance(2 * 60_000);
    await calls().work();
    expect(posted()).toHaveLength(2);
  });
});
