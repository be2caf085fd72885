// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { accountsApi } from '../../../../contract/accounts.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import { sendRefusal } from '../../../platform/http/errors.ts';
import { documentedRefusal } from '../../../platform/http/openapi.ts';
import { mount } from '../../../platform/http/route.ts';
import { isRefusal, refuse } from '../../../platform/refusal.ts';
import {
  type Interaction,
  interactionKey,
  isSigned,
  pong,
  privateAnswer,
  readInteraction,
} from '../../../providers/discord/interactions.ts';
import { generateLinkToken, type LinkDeps, linkDiscord } from './link-discord.ts';

export interface DiscordDeps extends LinkDeps {
  /** The application's public key: 64 hexadecimal digits. With an empty key, every request is refused. */
  discordPublicKeyHex: string;
}

async function answerTo(interaction: Interaction, deps: DiscordDeps) {
  if (interaction.kind === 'ping') return pong;
  if (interaction.name !== 'link') return privateAnswer('Unknown command. Use /link.');
  const { discordUserId, options } = interaction;
  const linked = await linkDiscord({ token: options.token, discordUserId }, deps);
  return privateAnswer(
    isRefusal(linked) ? errorMessage(linked.refused) : 'This Discord account is now linked to your profile.',
  );
}

const signatureHeaders = ['x-signature-ed25519', 'x-signature-timestamp'];
const documented = {
  summary: 'Receive pings and the command /link from Discord',
  headers: {
    type: 'object',
    required: signatureHeaders,
    properties: Object.fromEntries(signatureHeaders.map((name) => [name, { type: 'string' }])),
  },
  body: { type: 'object', description: 'An interaction in Discord’s format' },
  response: {
    200: {
      description: 'An answer in Discord’s format',
      type: 'object',
      properties: { type: { type: 'integer' } },
    },
    400: documentedRefusal('Refused: malformed_request'),
    401: documentedRefusal('Refused: not_signed_in; the signature is missing or wrong'),
    '4xx': documentedRefusal('The call was refused'),
    '5xx': documentedRefusal('The call failed'),
  },
};

/** Gives players the token for the command /link, and receives that command from Discord. */
export function discordRoutes(app: FastifyInstance, deps: DiscordDeps): void {
  mount(
    app,
    accountsApi.generateDiscordToken,
    ({ player, idempotencyKey }) => generateLinkToken({ playerId: player.id, idempotencyKey }, deps),
    { limit: { name: 'discord-token', max: 10, windowSeconds: 60, by: 'player' } },
  );
  interactionRoutes(app, deps);
}

/**
 * `POST /discord/interactions`, which Discord calls instead of holding a gateway connection. Every request must be
 * signed.
 */
function interactionRoutes(app: FastifyInstance, deps: DiscordDeps): void {
  const key = deps.discordPublicKeyHex ? interactionKey(deps.discordPublicKeyHex) : undefined;
  // A separate scope with the raw body, since the signature covers the bytes as sent.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(
      '/discord/interactions',
      { config: { documented, skipsAdmission: true } },
      async (request, reply) => {
        const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const { 'x-signature-ed25519': signature, 'x-signature-timestamp': timestamp } = request.headers;
        if (!key || !isSigned(key, { rawBody, signature, timestamp })) {
          return sendRefusal(reply, refuse('not_signed_in'));
        }
        const interaction = readInteraction(rawBody);
        if (!interaction) return sendRefusal(reply, refuse('malformed_request'));
        return reply.send(await answerTo(interaction, deps));
      },
    );
  });
}
