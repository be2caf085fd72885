// SPDX-License-Identifier: Apache-2.0

/**
 * A client that was written from the specification alone, against a running installation:
 *
 *     node tests/specification-client/main.ts [address]
 *
 * `address` is http://localhost:3000 by default. With the local stand-ins the client signs in by itself; elsewhere
 * ADMIN_TOKEN, PLAYER_TOKEN and PLAYER_EMAIL say who calls, and it leaves out whole chains, which need new players. It
 * creates what it needs and deletes what it can; the player keeps coins, a card and a running challenge, so do not run it
 * against an installation with real players.
 */
import { clientFor } from './client.ts';
import { runSpecificationClient } from './run.ts';
import { signInLocally } from './sign-in.ts';
import { findStandIns } from './stand-ins.ts';

const address = process.argv[2] ?? 'http://localhost:3000';
await fetch(address).catch(() => {
  console.error(`Nothing answers at ${address}. Start FinalRing first (\`npm start\`), or name the address.`);
  process.exit(1);
});
const { ADMIN_TOKEN, PLAYER_TOKEN, PLAYER_EMAIL } = process.env;

const isGiven = ADMIN_TOKEN !== undefined && PLAYER_TOKEN !== undefined && PLAYER_EMAIL !== undefined;
const admin = isGiven ? { token: ADMIN_TOKEN } : await signInLocally(address, 'admin@finalring.test');
const player = isGiven ? { token: PLAYER_TOKEN, email: PLAYER_EMAIL } : await signInLocally(address);
const leaver = isGiven ? undefined : await signInLocally(address);

const tried = await runSpecificationClient({
  address,
  admin: clientFor(address, admin.token),
  player: clientFor(address, player.token),
  playerEmail: player.email,
  leaver,
  standIns: isGiven ? undefined : await findStandIns(address),
});
for (const { what, fault } of tried)
  console.log(fault === undefined ? `ok      ${what}` : `FAILED  ${what}\n        ${fault}`);
const failed = tried.filter(({ fault }) => fault !== undefined).length;
console.log(`${tried.length - failed} of ${tried.length} worked`);
process.exitCode = failed === 0 ? 0 : 1;
