#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0

import { createClient } from '@finalring/client';
import { createBot } from './bot.js';
import { createDiscord } from './discord.js';
import { openSeen } from './seen.js';

function need(name: string): string {
  const value = process.env[name];
  if (value) return value;
  console.error(`${name} is not set (README.md)`);
  process.exit(1);
}

const bot = createBot({
  secret: need('WEBHOOK_SECRET'),
  finalring: createClient({ url: need('FINALRING_URL') }),
  discord: createDiscord(need('DISCORD_WEBHOOK_URL')),
  seen: openSeen(process.env.SEEN_FILE ?? 'seen.txt'),
  log: (line) => console.log(new Date().toISOString(), line),
});
bot.listen(Number(process.env.PORT ?? 8787), process.env.HOST ?? '127.0.0.1', () => {
  const address = bot.address();
  console.log(`listening at ${typeof address === 'object' ? address?.port : address}`);
});
process.once('SIGTERM', () => bot.close());
