// SPDX-License-Identifier: Apache-2.0

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Sandbox } from '../options.ts';
import { sendJson, startTestSandbox } from '../testing/start.ts';
import type { Message } from './messages.ts';

let folder: string;
let sandbox: Sandbox;
const start = () => startTestSandbox({ inboxPath: join(folder, 'inbox.jsonl') });
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'inbox-'));
  sandbox = await start();
});
afterEach(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

const send = (to: string, subject = 'Hello', html = '<p>Hi <b>there</b></p>') =>
  createTransport(sandbox.smtpUrl).sendMail({
    from: { name: 'Shop', address: 'shop@example.test' },
    to,
    subject,
    text: 'Hi there – ünïcode',
    html,
    messageId: '<m1@example.test>',
  });
const list = async (to = ''): Promise<Message[]> =>
  (await fetch(`${sandbox.url}/inbox/messages?to=${encodeURIComponent(to)}`)).json() as Promise<Message[]>;
const behave = (fault: string, times?: number) =>
  sendJson(`${sandbox.url}/inbox/faults`, 'PUT', { fault, times });

test('accepts mail to any address and shows it, newest first, per address', { tags: ['long'] }, async () => {
  await send('Ada@Example.test', 'First');
  await send('bob@example.test', 'Second');
  expect((await list()).map(({ subject }) => subject)).toEqual(['Second', 'First']);
  const [message] = await list('ada@example.test');
  expect(message).toMatchObject({
    recipients: ['ada@example.test'],
    from: 'shop@example.test',
    subject: 'First',
    messageId: '<m1@example.test>',
    text: expect.stringContaining('ünïcode'),
    html: expect.stringContaining('<b>there</b>'),
  });
  expect(await list('nobody@example.test')).toEqual([]);
  const whole = (await (await fetch(`${sandbox.url}/inbox/messages/${message?.id}`)).json()) as Message;
  expect(whole.raw).toContain('Message-ID: <m1@example.test>');
  expect((await fetch(`${sandbox.url}/inbox/messages/none`)).status).toBe(404);
});

test('prevents a message from running or loading anything', async () => {
  await send('ada@example.test', 'Evil', '<script>alert(1)</script><img src="http://evil.test/a.png">');
  const [message] = await list();
  const shown = await fetch(`${sandbox.url}/inbox/messages/${message?.id}/html`);
  const policy = shown.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('allow-scripts');
  expect(policy).toContain("frame-ancestors 'self'");
});

test('keeps messages over a restart', async () => {
  await send('ada@example.test');
  await sandbox.close();
  sandbox = await start();
  expect(await list('ada@example.test')).toHaveLength(1);
});

test.each([
  ['busy', 421],
  ['later', 451],
  ['reject', 550],
])('with the fault %s refuses with %d as often as requested', async (fault, responseCode) => {
  await behave(fault, 1);
  await expect(send('ada@example.test')).rejects.toMatchObject({ responseCode });
  await send('ada@example.test');
  expect(await list()).toHaveLength(1);
});

test('with the fault lost accepts the message without confirming it', async () => {
  await behave('lost', 1);
  await expect(send('ada@example.test')).rejects.toThrow();
  expect(await list()).toHaveLength(1);
});

test('shares the address of its mail server with other processes', async () => {
  expect(await (await fetch(`${sandbox.url}/shared`)).json()).toMatchObject({ smtpUrl: sandbox.smtpUrl });
  expect(sandbox.smtpUrl).toMatch(/^smtp:\/\/127\.0\.0\.1:\d+$/);
});
