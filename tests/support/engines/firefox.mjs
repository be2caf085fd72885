#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0

/**
 * Starts Debian's Firefox for Playwright, which otherwise needs a newer one. They understand each other by WebDriver
 * BiDi except for one command, whose refusal becomes a success here. Delete this file when `firefox-esr` knows the
 * command.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';

const refusal =
  /\{"type":"error","id":(\d+),"error":"unknown command","message":"emulation\.setMediaFeaturesOverride"[^}]*\}/g;

/** Keeps the length, which the message's frame states. @param {Buffer} part */
function accept(part) {
  const text = part.toString('latin1');
  const accepted = text.replace(refusal, (whole, id) =>
    `{"type":"success","id":${id},"result":{}}`.padEnd(whole.length),
  );
  return Buffer.from(accepted, 'latin1');
}

/** @param {number} port of Firefox @returns {Promise<number>} a port that leads there */
async function forward(port) {
  const server = createServer((client) => {
    const firefox = connect(port, '127.0.0.1');
    const { localPort } = client;
    // Firefox accepts only its own address.
    client.once('data', (handshake) => {
      firefox.write(handshake.toString('latin1').replace(`:${localPort}`, `:${port}`), 'latin1');
      client.pipe(firefox);
    });
    firefox.on('data', (part) => client.write(accept(part)));
    firefox.once('close', () => client.destroy());
    for (const socket of [client, firefox]) socket.on('error', () => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return /** @type {import('node:net').AddressInfo} */ (server.address()).port;
}

const firefox = spawn('firefox-esr', process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] });
firefox.once('exit', (code) => process.exit(code ?? 1));
for await (const line of createInterface({ input: firefox.stderr })) {
  const [, port] = /^WebDriver BiDi listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(line) ?? [];
  console.error(port ? line.replace(port, String(await forward(Number(port)))) : line);
}
