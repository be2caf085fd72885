// SPDX-License-Identifier: Apache-2.0

import { randomBytes } from 'node:crypto';
import cookie from '@fastify/cookie';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accountsApi } from '../../../../contract/accounts.ts';
import type { ErrorCode } from '../../../../contract/errors.ts';
import { signInsApi } from '../../../../contract/sign-ins.ts';
import { documentedRefusal } from '../../../platform/http/openapi.ts';
import { toNetwork } from '../../../platform/http/rate-limit.ts';
import { mount } from '../../../platform/http/route.ts';
import { isSpeculative } from '../../../platform/http/speculative.ts';
import type { Logger } from '../../../platform/log.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { ListStandstills } from '../../../ports.ts';
import type { SignInProvider } from '../../../providers/sign-in.ts';
import { outcomeLastsMs, readReferralCode, signInLastsMs } from '../rules.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { CompleteSignInDeps } from './complete-sign-in.ts';
import { cookiesFor, type NamedCookie, type SignInUnderWay, seal, unseal } from './cookies.ts';
import { exchangeToken, type SignInBrowser } from './exchange-token.ts';
import { finishOnce } from './finish-once.ts';
import { finishSignIn, type SignInOutcome } from './finish-sign-in.ts';
import { separateAccount } from './separate-account.ts';

export interface SignInDeps extends CompleteSignInDeps {
  log: Logger;
  /** The address of the web app, where sign-ins end. */
  publicUrl: string;
  providers: readonly SignInProvider[];
  sessions: Sessions;
  listStandstills: ListStandstills;
  /** Cancels a deletion, for the browser that has just signed in. */
  keepAccount(browser: SignInBrowser): Promise<{ authToken: string } | Refusal>;
}

/** Below `/api/v1`; the absolute address is registered with the provider. */
export function callbackPath(provider: SignInProvider['name']): string {
  return `/auth/${provider}/callback`;
}

function redirects(where: string, cookie: string): Record<string, object> {
  const headers = {
    location: { type: 'string', description: where },
    'set-cookie': { type: 'string', description: cookie },
  };
  return {
    204: { description: 'The browser prefetched it (`Sec-Purpose`): nothing happened', type: 'null' },
    303: { description: `To ${where}; to \`/?error=CODE\` when it was refused`, type: 'null', headers },
    429: documentedRefusal('Refused: too_many_requests'),
    '4xx': documentedRefusal('The call was refused'),
  };
}
const codes = { code: { type: 'string' }, state: { type: 'string' }, error: { type: 'string' } };
const documented = {
  start: {
    summary: 'Start a sign-in',
    querystring: {
      type: 'object',
      properties: {
        ref: { type: 'string', description: 'Referral code; counts at a first sign-up' },
        join: {
          type: 'string',
          enum: ['1'],
          description:
            'Adds the previous sign-in to the account of this one. Needs the cookie of this browser',
        },
      },
    },
    response: redirects('the provider', 'Ties the sign-in to this browser for ten minutes'),
  },
  callback: {
    summary: 'Return from the provider',
    querystring: { type: 'object', properties: codes },
    response: redirects(
      '`/google-login-success?authToken=TOKEN`, with the token for POST /auth/exchange; `/join-account?with=PROVIDER` when an account has the address',
      'Lets only this browser exchange the token (five minutes) or decide about joining (ten minutes)',
    ),
  },
};

const exchangeLimit = { name: 'exchange', max: 60, windowSeconds: 60, by: 'address' } as const;
/** The start and the callback of a sign-in count as one call each. */
const limit = { name: 'sign-in', max: 120, windowSeconds: 60, by: 'address' } as const;

/**
 * `/auth/google`, `/auth/discord` and their callbacks: browsers visit these addresses, so every outcome is a redirect
 * to the web app, never JSON. The cookie of a sign-in is valid only once (finish-once.ts).
 */
function providerRoutes(app: FastifyInstance, deps: SignInDeps): void {
  const cookies = cookiesFor(deps.publicUrl);

  function goTo(reply: FastifyReply, path: string): FastifyReply {
    return reply.redirect(`${deps.publicUrl}${path}`, 303);
  }
  function goToError(reply: FastifyReply, code: ErrorCode): FastifyReply {
    return goTo(reply, `/?error=${code}`);
  }

  /** Serves one address; a thrown error is logged and redirects like a refusal. */
  function visit(
    path: string,
    documented: NonNullable<FastifyContextConfig['documented']>,
    serve: (request: FastifyRequest, reply: FastifyReply) => Promise<Refusal | URL>,
  ) {
    app.get(
      path,
      { config: { documented, skipsAdmission: true }, exposeHeadRoute: false },
      async (request, reply) => {
        // A callback's address contains a code.
        reply.header('referrer-policy', 'no-referrer');
        // This is only a prefetch: a page that nobody sees must neither issue nor use up a state.
        if (isSpeculative(request.headers)) return reply.code(204).send();
        try {
          const tooMany = await app.limiter.take(limit, toNetwork(request.ip));
          const outcome = tooMany ? refuse('sign_in_too_many') : await serve(request, reply);
          if (isRefusal(outcome)) return goToError(reply, outcome.refused);
          return reply.redirect(outcome.href, 303);
        } catch (error) {
          request.log.error({ err: error }, 'sign-in failed');
          return goToError(reply, 'sign_in_failed');
        }
      },
    );
  }

  function start(provider: SignInProvider) {
    visit(`/auth/${provider.name}`, documented.start, async (request, reply) => {
      const underWay: SignInUnderWay = {
        provider: provider.name,
        state: randomBytes(24).toString('base64url'),
        nonce: randomBytes(24).toString('base64url'),
        codeVerifier: randomBytes(32).toString('base64url'),
        ref: readReferralCode((request.query as { ref?: unknown }).ref),
        joins: (request.query as { join?: unknown }).join === '1',
        expiresAt: deps.clock.now().getTime() + signInLastsMs,
      };
      const address = await provider.authorizationUrl(underWay);
      if (isRefusal(address)) return address;
      reply.setCookie(
        cookies.signIn.name,
        seal(deps.keys.cookie, 'signIn', underWay),
        cookies.signIn.options,
      );
      return address;
    });
  }

  function setCookies(reply: FastifyReply, { exchange, join }: SignInOutcome): void {
    if (join) reply.setCookie(cookies.join.name, join, cookies.join.options);
    if (!exchange) return;
    reply.setCookie(cookies.exchange.name, exchange, cookies.exchange.options);
    clear(reply, cookies.join);
  }

  function callback(provider: SignInProvider) {
    visit(callbackPath(provider.name), documented.callback, async (request, reply) => {
      const now = deps.clock.now();
      const { name, options } = cookies.signIn;
      const carried = request.cookies[name];
      if (!carried) return refuse('sign_in_elsewhere');
      const underWay = unseal(deps.keys.cookie, 'signIn', carried, now);
      if (underWay?.provider !== provider.name) {
        clear(reply, cookies.signIn);
        return refuse('sign_in_expired');
      }
      // Kept for a second callback of this browser. The server enforces single use, since it cannot delete copies of a
      // cookie.
      reply.setCookie(name, carried, { ...options, maxAge: outcomeLastsMs / 1000 });
      const join = unseal(deps.keys.cookie, 'join', request.cookies[cookies.join.name], now);
      const { searchParams: query } = new URL(request.url, deps.publicUrl);
      const network = toNetwork(request.ip);
      const outcome = await finishOnce(
        { underWay, query: query.toString() },
        () => finishSignIn(provider, { query, underWay, join, network }, deps),
        deps,
      );
      if (isRefusal(outcome)) return outcome;
      setCookies(reply, outcome);
      return new URL(outcome.path, deps.publicUrl);
    });
  }

  for (const provider of deps.providers) {
    start(provider);
    callback(provider);
  }
}

/** Makes the browser delete a cookie. */
function clear(reply: FastifyReply, { name, options: { maxAge: _, ...options } }: NamedCookie): void {
  reply.clearCookie(name, options);
}

/** Turns the token in the sign-in address into a session, for the browser that has the cookie. */
function exchangeRoute(app: FastifyInstance, deps: SignInDeps): void {
  const { exchange: kept } = cookiesFor(deps.publicUrl);
  const swaps = [
    [accountsApi.exchange, (browser: SignInBrowser) => exchangeToken(browser, deps)],
    [accountsApi.keep, deps.keepAccount],
  ] as const;
  for (const [endpoint, swap] of swaps) {
    mount(
      app,
      endpoint,
      async ({ body, request, reply }) => {
        const browserSecret = request.cookies[kept.name];
        if (!browserSecret) return refuse('exchange_invalid');
        const userAgent = request.headers['user-agent'];
        const outcome = await swap({ authToken: body.authToken, browserSecret, userAgent });
        if ('authToken' in outcome) clear(reply, kept);
        return outcome;
      },
      { limit: exchangeLimit, skipsAdmission: true },
    );
  }
}

/** Opens a separate account for a person whose address belongs to another account. */
function separateRoute(app: FastifyInstance, deps: SignInDeps): void {
  const { join: kept } = cookiesFor(deps.publicUrl);
  mount(
    app,
    signInsApi.separate,
    async ({ request, reply }) => {
      const join = unseal(deps.keys.cookie, 'join', request.cookies[kept.name], deps.clock.now());
      if (!join) return refuse('sign_in_expired');
      const browser = { network: toNetwork(request.ip), userAgent: request.headers['user-agent'] };
      const outcome = await separateAccount(join, browser, deps);
      if ('authToken' in outcome) clear(reply, kept);
      return outcome;
    },
    { limit: exchangeLimit, skipsAdmission: true },
  );
}

/** Every call of a sign-in, in a separate scope, so that no other call parses cookies. */
export function signInRoutes(app: FastifyInstance, deps: SignInDeps): void {
  app.register(async (scope) => {
    await scope.register(cookie);
    providerRoutes(scope, deps);
    exchangeRoute(scope, deps);
    separateRoute(scope, deps);
  });
}
