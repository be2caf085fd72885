import type { FastifyInstance } from 'fastify';
import { accountsApi } from '../../../contract/accounts.ts';
import { mount } from '../../platform/http/route.ts';
import { refuse } from '../../platform/refusal.ts';
import type { SignInProvider } from '../../providers/sign-in.ts';
import { cookiesFor } from './cookies.ts';
import { type DiscordInteractionsDeps, discordRoutes } from './discord-routes.ts';
import { exchangeToken } from './exchange-token.ts';
import { generateLinkToken } from './link-discord.ts';
import { type ProfileParts, readProfile } from './profile.ts';
import type { Sessions } from './sessions.ts';
import { type SignInDeps, signInRoutes } from './sign-in-routes.ts';
import { accountKeys } from './tokens.ts';

export interface AccountsDeps extends Omit<SignInDeps, 'keys'>, DiscordInteractionsDeps {
  appSecret: string;
  sessions: Sessions;
  providers: readonly SignInProvider[];
  profileParts: ProfileParts;
}

/** Everything about being somebody here. Registered below `/api/v1`. */
export function accountsRoutes(app: FastifyInstance, deps: AccountsDeps): void {
  const { sessions } = deps;
  const withKeys = { ...deps, keys: accountKeys(deps.appSecret) };
  const { exchange: cookie } = cookiesFor(deps.publicUrl);

  signInRoutes(app, withKeys);
  discordRoutes(app, deps);

  mount(
    app,
    accountsApi.exchange,
    async ({ body, request, reply }) => {
      const browserSecret = request.cookies[cookie.name];
      if (!browserSecret) return refuse('exchange_invalid');
      const outcome = await exchangeToken({ authToken: body.authToken, browserSecret }, deps);
      if ('authToken' in outcome) {
        const { maxAge: _, ...options } = cookie.options;
        reply.clearCookie(cookie.name, options);
      }
      return outcome;
    },
    { limit: { name: 'exchange', max: 60, windowSeconds: 60, by: 'address' } },
  );

  mount(app, accountsApi.logout, async ({ player }) => {
    await sessions.end(player.sessionId);
    return {};
  });

  mount(app, accountsApi.getProfile, ({ player }) => readProfile(player, deps));

  mount(
    app,
    accountsApi.generateDiscordToken,
    ({ player, idempotencyKey }) => generateLinkToken({ playerId: player.id, idempotencyKey }, withKeys),
    { limit: { name: 'discord-token', max: 10, windowSeconds: 60, by: 'player' } },
  );
}
