import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { accountsApi } from '../../../contract/accounts.ts';
import { mount } from '../../platform/http/route.ts';
import { refuse } from '../../platform/refusal.ts';
import type { ProfileParts } from '../../ports.ts';
import type { SignInProvider } from '../../providers/sign-in.ts';
import { type AccountsAdminDeps, accountsAdminRoutes } from './admin-routes.ts';
import { cookiesFor } from './cookies.ts';
import { type DiscordInteractionsDeps, discordRoutes } from './discord-routes.ts';
import { exchangeToken } from './exchange-token.ts';
import { generateLinkToken } from './link-discord.ts';
import { type OwnAccountDeps, ownAccountRoutes } from './own-account-routes.ts';
import { readProfile } from './profile.ts';
import type { Sessions } from './sessions.ts';
import { type SignInDeps, signInRoutes } from './sign-in-routes.ts';
import { accountKeys } from './tokens.ts';

export interface AccountsDeps
  extends Omit<SignInDeps, 'keys'>,
    Omit<OwnAccountDeps, 'keys' | 'profileParts'>,
    Omit<AccountsAdminDeps, 'keys' | 'profileParts'>,
    DiscordInteractionsDeps {
  appSecret: string;
  sessions: Sessions;
  providers: readonly SignInProvider[];
  profileParts: ProfileParts;
}

/** Everything about being somebody here. Registered below `/api/v1`. */
export function accountsRoutes(app: FastifyInstance, deps: AccountsDeps): void {
  const { sessions } = deps;
  const withKeys = { ...deps, keys: accountKeys(deps.appSecret) };

  discordRoutes(app, deps);
  ownAccountRoutes(app, withKeys);
  accountsAdminRoutes(app, withKeys);

  // Cookies are of sign-in alone: no other call has to look for them.
  app.register(async (signIn) => {
    await signIn.register(cookie);
    signInRoutes(signIn, withKeys);
    exchangeRoute(signIn, withKeys);
  });

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

/** Turns the token of the sign-in address into a session, for the browser that holds the cookie. */
function exchangeRoute(app: FastifyInstance, deps: AccountsDeps & Pick<SignInDeps, 'keys'>): void {
  const { exchange: kept } = cookiesFor(deps.publicUrl);
  mount(
    app,
    accountsApi.exchange,
    async ({ body, request, reply }) => {
      const browserSecret = request.cookies[kept.name];
      if (!browserSecret) return refuse('exchange_invalid');
      const userAgent = request.headers['user-agent'];
      const outcome = await exchangeToken({ authToken: body.authToken, browserSecret, userAgent }, deps);
      if ('authToken' in outcome) {
        const { maxAge: _, ...options } = kept.options;
        reply.clearCookie(kept.name, options);
      }
      return outcome;
    },
    { limit: { name: 'exchange', max: 60, windowSeconds: 60, by: 'address' }, goesAhead: true },
  );
}
