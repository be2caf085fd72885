// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import type { OAuthClient, Site } from '../options.ts';
import { api, type Command } from './api.ts';
import { authorize } from './authorize.ts';
import { chatPage } from './chat-page.ts';
import { interactions } from './interactions.ts';
import { discordTokens } from './tokens.ts';
import { discordUsers } from './users.ts';

/**
 * Discord at `/discord`: OAuth2 sign-in, the user, registration of commands, and a sender of signed interactions.
 * @returns the public key (hex) with which the application must verify interactions
 */
export function discord(app: FastifyInstance, site: Site, client: OAuthClient): { publicKeyHex: string } {
  const users = discordUsers();
  const tokens = discordTokens();
  const commands = new Map<string, Command>();
  authorize(app, site, { client, tokens, users });
  api(app, { client, tokens, commands });
  chatPage(app);
  return interactions(app, site, { client, users, commands });
}
