// SPDX-License-Identifier: Apache-2.0

import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Only the parts used here; the bot's own build checks the types. */
type Call = (
  path: string,
  init?: object,
) => Promise<{ data?: { data: unknown }; error?: { code: string }; response: Response }>;
export type CreateClient = (options: object) => { GET: Call; POST: Call };
export type VerifyWebhook = (options: { body: string; headers: object; secret: string }) => object;

/** The connection breaks in the middle of it. */
export function cutOff({ status, headers }: Response): Response {
  const body = new ReadableStream({
    start(reading) {
      reading.enqueue(new TextEncoder().encode('{"mess'));
      reading.error(new TypeError('connection lost'));
    },
  });
  return new Response(body, { status, headers });
}

/** A free port for the bot. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((closed) => probe.close(closed));
  return port;
}

/** Installs both clients as distributed, without a registry: their packages are packed from ours. */
export function installClients(folder: string, installed: string): void {
  mkdirSync(installed);
  writeFileSync(join(installed, 'package.json'), '{"name":"outsider","private":true,"type":"module"}');
  const npm = (...args: string[]) =>
    execFileSync('npm', [...args, '--silent'], { cwd: installed, stdio: 'pipe' });
  for (const name of ['openapi-typescript-helpers', 'openapi-fetch'])
    npm('pack', join(root, 'node_modules', name), '--ignore-scripts');
  cpSync(join(folder, 'finalring-client-0.1.0.tgz'), join(installed, 'finalring-client.tgz'));
  cpSync(join(folder, 'finalring-discord-bot-0.1.0.tgz'), join(installed, 'finalring-discord-bot.tgz'));
  const packed = globSync('*.tgz', { cwd: installed }).map((file) => `./${file}`);
  npm('install', '--offline', '--no-audit', '--no-fund', ...packed);
}

/** Compiles a program beside an installed client, and returns the lines with errors. */
export function compileBeside(
  installed: string,
  { name, text, skipLibCheck }: { name: string; text: string; skipLibCheck: boolean },
): { lines: number[]; said: string } {
  const options = { target: 'es2023', module: 'nodenext', lib: ['es2023', 'dom'], types: [], strict: true };
  writeFileSync(join(installed, `${name}.ts`), text);
  writeFileSync(
    join(installed, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...options, skipLibCheck }, files: [`${name}.ts`] }),
  );
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const run = spawnSync(process.execPath, [tsc, '-p', installed, '--pretty', 'false'], {
    cwd: installed,
    encoding: 'utf8',
  });
  const lines = [...run.stdout.matchAll(/^(\S+)\((\d+),\d+\): error/gm)];
  // Only the program itself may have errors.
  expect(lines.filter(([, file]) => file !== `${name}.ts`)).toEqual([]);
  return { lines: [...new Set(lines.map(([, , line]) => Number(line)))], said: run.stdout };
}

const head = `import { createClient } from '@finalring/client';
import { verifyWebhook, WebhookError } from '@finalring/client/webhooks';
const client = createClient({ url: process_url() });
declare function process_url(): string;
`;
export const rightProgram = `import { createClient } from '@finalring/client';
import { type WebhookEvent, verifyWebhook } from '@finalring/client/webhooks';
declare const process: { argv: string[] };
const client = createClient({ url: process.argv[2] ?? '' });
const { data, error } = await client.GET('/api/v1/config');
if (error) throw new Error(error.code);
const brand: string = data.data.brandName;
export const read = async (request: Request): Promise<WebhookEvent> =>
  verifyWebhook({ body: await request.text(), headers: request.headers, secret: 'whsec_AAAA' });
export const draw = await client.GET('/api/v1/giveaways/{id}/draw', { params: { path: { id: brand } } });
console.log(brand, draw.error?.code);
`;
/** One fault per line. */
const wrong = [
  `await client.GET('/api/v1/no-such-thing');`,
  `await client.POST('/api/v1/config');`,
  `await client.GET('/api/v1/giveaways/{id}/draw');`,
  `await client.GET('/api/v1/giveaways/{id}/draw', { params: { path: { id: 7 } } });`,
  `await client.GET('/api/v1/challenge/my-attempts', { params: { query: { limit: 'many' } } });`,
  `await client.POST('/api/v1/challenge/start', { body: { epicId: 'Ada' } });`,
  `await client.POST('/api/v1/saved-views', { body: { list: 'no-such-list', name: 'A', isShared: false, query: '' } });`,
  `(await client.GET('/api/v1/config')).data?.data.noSuchField;`,
  `const brand: number = (await client.GET('/api/v1/config')).data?.data.brandName ?? '';`,
  `if ((await client.GET('/api/v1/config')).error?.code === 'no_such_code') throw new WebhookError();`,
  `verifyWebhook({ body: '', headers: {}, secret: 7 });`,
  `if (verifyWebhook({ body: '', headers: {}, secret: '' }).type === 'no.such-event') throw new Error();`,
];

/** A program in which each line after the first few has a fault, and the numbers of these lines. */
export const wrongProgram = {
  text: `${head}${wrong.join('\n')}\nexport {};\n`,
  lines: wrong.map((_, place) => head.split('\n').length + place),
};
