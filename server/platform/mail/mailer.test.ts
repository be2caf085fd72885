// SPDX-License-Identifier: Apache-2.0

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../../sandbox/inbox/messages.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/main.ts';
import { patient } from '../../../tests/support/patience.ts';
import { createLogger } from '../log.ts';
import { createMailer, MailError, type OutgoingMail } from './mailer.ts';

const log = createLogger('silent');
const from = { name: 'FinalRing', address: 'no-reply@shop.test' };
const mail: OutgoingMail = {
  to: { name: 'Ada Löve', address: 'ada@player.test' },
  messageId: 'order-1@shop.test',
  subject: 'Your gift cards – ready',
  text: 'Codes are on your profile.',
  html: '<p>Codes are on your profile.</p>',
};

let sandbox: Sandbox;
beforeAll(async () => {
  const client = { clientId: 'a', clientSecret: 'b' };
  sandbox = await startSandbox({
    port: 0,
    appUrl: 'http://localhost:3999',
    timeScale: 1,
    google: client,
    discord: client,
  });
});
afterAll(() => sandbox.close());

const mailer = (smtpUrl = sandbox.smtpUrl, timeoutMs = patient(5_000)) =>
  createMailer({ smtpUrl, from, replyTo: 'support@shop.test', log, timeoutMs });
const inbox = async (): Promise<Message[]> => {
  const listed = (await (await fetch(`${sandbox.url}/inbox/messages`)).json()) as Message[];
  return Promise.all(
    listed.map(
      async ({ id }) => (await fetch(`${sandbox.url}/inbox/messages/${id}`)).json() as Promise<Message>,
    ),
  );
};
const behave = (fault: string, times?: number) =>
  fetch(`${sandbox.url}/inbox/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fault, times }),
  });
const getHeaders = ({ raw }: Message) => raw.split('\r\n\r\n')[0]?.replace(/\r\n[ \t]+/g, ' ') ?? '';

describe('mail by SMTP', () => {
  it('arrives as text and HTML with sender, reply-to address and auto-submitted header', async () => {
    expect(await mailer().send(mail)).toBe(true);
    const [message] = await inbox();
    expect(message).toMatchObject({
      recipients: ['ada@player.test'],
      from: from.address,
      subject: mail.subject,
      messageId: '<order-1@shop.test>',
    });
    expect(message?.text.trim()).toBe(mail.text);
    expect(message?.html.trim()).toBe(mail.html);
    const headers = message ? getHeaders(message) : '';
    expect(headers).toContain('From: FinalRing <no-reply@shop.test>');
    expect(headers).toContain('Reply-To: support@shop.test');
    expect(headers).toContain('Auto-Submitted: auto-generated');
  });

  it.each([
    ['subject', { subject: 'Hi\r\nBcc: evil@other.test\r\n\r\nbody' }],
    ['name', { to: { name: 'A\r\nBcc: evil@other.test', address: mail.to.address } }],
    ['name with an address', { to: { name: 'A" <evil@other.test>, "B', address: mail.to.address } }],
    ['line separators', { subject: 'Hi\u2028Bcc: evil@other.test\u0085X: y' }],
  ])('ignores injected headers and recipients in a %s', async (_what, change) => {
    expect(await mailer().send({ ...mail, ...change })).toBe(true);
    const [message] = await inbox();
    expect(message?.recipients).toEqual(['ada@player.test']);
    expect(message && getHeaders(message)).not.toMatch(/^(Bcc|X):/m);
  });

  // Addresses that Google and Discord verify; the expected server input was written by hand (RFC 5321, RFC 5890).
  it.each([
    ['a non-ASCII domain', 'anna@bücher.test', '<anna@xn--bcher-kva.test>'],
    ['a domain in punycode', 'anna@xn--mller-kva.test', '<anna@xn--mller-kva.test>'],
    ['&', 'tom&ada@player.test', '<tom&ada@player.test>'],
    ['a dot before the @', 'taro.@docomo.test', '<"taro."@docomo.test>'],
    ['two dots', 'ta..ro@docomo.test', '<"ta..ro"@docomo.test>'],
    ['a domain without a dot', 'root@intranet', '<root@intranet>'],
    ['a comma', 'a,b@player.test', '<"a,b"@player.test>'],
    ['non-ASCII letters', 'jürgen@player.test', '<jürgen@player.test>'],
  ])('is delivered to an address with %s', async (_what, address, recipient) => {
    const all = await listenToAll();
    expect(await mailer(all.url).send({ ...mail, to: { name: 'A', address } })).toBe(true);
    all.server.close();
    expect(all.lines.filter((line) => line.startsWith('RCPT TO'))).toEqual([`RCPT TO:${recipient}`]);
  });

  it.each([
    'ada@player.test, evil@other.test',
    'ada@player.test\r\nRCPT TO:<evil@other.test>',
    'ada@player.test\u0000',
    'ada@player.test>',
    '',
    'nobody',
    '@player.test',
    'nobody@',
    `${'a'.repeat(250)}@player.test`,
  ])('is not sent to %j, which is not one address', async (address) => {
    const before = (await inbox()).length;
    expect(await mailer().send({ ...mail, to: { name: 'A', address } })).toBe(false);
    expect(await inbox()).toHaveLength(before);
  });
});

describe('a failing mail server', () => {
  it.each(['busy', 'later', 'lost'])('makes the caller retry when it is %s', async (fault) => {
    await behave(fault, 1);
    await expect(mailer().send(mail)).rejects.toThrow(MailError);
    expect(await mailer().send(mail)).toBe(true);
  });

  it('that rejects a recipient is not asked again, and its error names nobody', async () => {
    await behave('reject', 1);
    expect(await mailer().send(mail)).toBe(false);
    await behave('later', 1);
    const error: Error = await mailer()
      .send(mail)
      .catch((reason) => reason);
    expect(error.message).toBe('The mail server did not take a message (451)');
    expect(JSON.stringify(error) + error.stack).not.toContain('ada@');
  });

  it('that is unreachable causes an error', async () => {
    const server = await listen(() => {});
    const { port } = server.address() as AddressInfo;
    await new Promise((closed) => server.close(closed));
    await expect(mailer(`smtp://127.0.0.1:${port}`).send(mail)).rejects.toThrow(/ESOCKET|ECONN/);
  });

  it('that never answers causes an error after the timeout', async () => {
    const server = await listen(() => {});
    const { port } = server.address() as AddressInfo;
    await expect(mailer(`smtp://127.0.0.1:${port}`, 100).send(mail)).rejects.toThrow(MailError);
    server.close();
  });
});

describe('a mail server that became silent', () => {
  it('is tried by one message at a time, so that waiting mail blocks nothing else', {
    tags: ['long'],
  }, async () => {
    let isSilent = true;
    let asked = 0;
    const smtpPort = Number(new URL(sandbox.smtpUrl).port);
    const server = await listen((socket) => {
      asked++;
      socket.on('error', () => {});
      if (isSilent) return;
      const upstream = connect(smtpPort, '127.0.0.1').on('error', () => {});
      socket.pipe(upstream).pipe(socket);
    });
    const { port } = server.address() as AddressInfo;
    const silent = mailer(`smtp://127.0.0.1:${port}`, patient(300));
    await expect(silent.send(mail)).rejects.toThrow(MailError);

    asked = 0;
    const from = performance.now();
    const tries = Array.from({ length: 20 }, async () => {
      await expect(silent.send(mail)).rejects.toThrow(MailError);
      return performance.now() - from;
    });
    const took = await Promise.all(tries);
    expect(asked).toBe(1);
    expect(took.filter((ms) => ms < Math.max(...took) / 2)).toHaveLength(19);

    isSilent = false;
    expect(await silent.send(mail)).toBe(true);
    expect(await Promise.all([silent.send(mail), silent.send(mail)])).toEqual([true, true]);
    server.close();
  });
});

function listen(onConnection: (socket: Socket) => void): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer(onConnection).listen(0, '127.0.0.1', () => resolve(server));
  });
}

/** A mail server that accepts every address without checking it; keeps the received lines. */
async function listenToAll() {
  const lines: string[] = [];
  const server = await listen((socket) => {
    let isText = false;
    socket.on('error', () => {}).write('220 all.test\r\n');
    createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
      lines.push(line);
      if (isText && line !== '.') return;
      isText = line === 'DATA';
      if (line.startsWith('EHLO')) socket.write('250-all.test\r\n250 SMTPUTF8\r\n');
      else socket.write(isText ? '354 go on\r\n' : '250 taken\r\n');
    });
  });
  const { port } = server.address() as AddressInfo;
  return { server, url: `smtp://127.0.0.1:${port}`, lines };
}
