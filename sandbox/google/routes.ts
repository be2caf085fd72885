// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Interaction, Provider } from 'oidc-provider';
import { takeChosen } from '../first-steps/next-sign-in.ts';
import { type Somebody, toPerson } from '../first-steps/people.ts';
import { type Person, readPerson } from '../identity/person.ts';
import { refusalPage, signInPage } from '../identity/sign-in-page.ts';
import type { OAuthClient, Site } from '../options.ts';
import { sendPage } from '../site.ts';
import { googleAccounts } from './accounts.ts';

interface GoogleDeps {
  client: OAuthClient;
  /** People who can be chosen in advance. */
  people: readonly Somebody[];
}

/**
 * Google sign-in at `/google`: oidc-provider handles the protocol, and this adds the sign-in page. The provider is
 * loaded on the first request, because the sandbox's own address is known then, and sandboxes without Google sign-ins
 * save 26 MB.
 */
export function google(app: FastifyInstance, site: Site, { client, people }: GoogleDeps): void {
  const accounts = googleAccounts();
  let made: Promise<Provider> | undefined;
  const provider = (): Promise<Provider> => {
    made ??= import('./provider.ts').then(({ googleProvider }) => googleProvider(site, client, accounts));
    return made;
  };

  async function finish(
    request: FastifyRequest,
    reply: FastifyReply,
    person: Person,
    interaction: Interaction,
  ): Promise<FastifyReply> {
    const openId = await provider();
    const result = await grantTo(openId, accounts.remember(person), interaction);
    return reply.redirect(await openId.interactionResult(request.raw, reply.raw, result), 303);
  }

  app.get('/google/interaction/:uid', async (request, reply) => {
    const interaction = await findInteraction(await provider(), request, reply);
    if (!interaction) return sendExpired(reply, site);
    const chosen = takeChosen(site, request, reply);
    const somebody = people.find(({ id }) => id === chosen);
    if (somebody) return finish(request, reply, toPerson(somebody), interaction);
    const email = interaction.params.login_hint;
    return sendPage(reply, googlePage(site, interaction.uid, { filled: email ? { email } : {} }));
  });

  app.post('/google/interaction/:uid', async (request, reply) => {
    const openId = await provider();
    const interaction = await findInteraction(openId, request, reply);
    if (!interaction) return sendExpired(reply, site);
    const form = request.body as Record<string, string> | undefined;

    if (form?.decision === 'cancel') {
      const refusal = { error: 'access_denied', error_description: 'The user refused' };
      return reply.redirect(await openId.interactionResult(request.raw, reply.raw, refusal), 303);
    }
    const answer = readPerson(form);
    if ('problem' in answer) {
      const { email, name, account, emailVerified } = form ?? {};
      const filled = { email, name, account, isEmailVerified: emailVerified === 'on' };
      return sendPage(reply, googlePage(site, interaction.uid, { filled, problem: answer.problem }), 422);
    }
    return finish(request, reply, answer.person, interaction);
  });

  app.get<{ Params: { file: string } }>('/google/pictures/:file', async (request, reply) => {
    const person = accounts.find(request.params.file.replace(/\.svg$/, ''));
    return reply.type('image/svg+xml').send(picture(person?.name ?? '?'));
  });

  app.register(async (scope) => {
    // oidc-provider reads the body itself, so nothing else may read it first.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.all('/google/*', async (request, reply) => {
      const openId = await provider();
      const { raw } = request;
      Object.assign(raw, { originalUrl: raw.url });
      raw.url = (raw.url ?? '').slice('/google'.length);
      // oidc-provider derives its addresses from the Host header, so this sets the issuer's.
      raw.headers.host = new URL(site.publicUrl()).host;
      reply.hijack();
      await openId.callback()(raw, reply.raw);
    });
  });
}

/** Grants everything requested, since a consent step would need a second page. */
async function grantTo(provider: Provider, accountId: string, interaction: Interaction): Promise<object> {
  const grant = new provider.Grant({ accountId, clientId: interaction.params.client_id ?? '' });
  grant.addOIDCScope('openid email profile');
  return {
    login: { accountId, remember: false },
    consent: { grantId: await grant.save() },
    select_account: {},
  };
}

async function findInteraction(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Interaction | undefined> {
  const { uid } = request.params as { uid: string };
  try {
    const interaction = await provider.interactionDetails(request.raw, reply.raw);
    return interaction.uid === uid ? interaction : undefined;
  } catch (error) {
    if (error instanceof Error && error.name === 'SessionNotFound') return undefined;
    throw error;
  }
}

function googlePage(
  site: Site,
  uid: string,
  shown: Pick<Parameters<typeof signInPage>[0], 'filled' | 'problem'>,
) {
  return signInPage({
    provider: 'Google',
    action: `/google/interaction/${uid}`,
    appUrl: site.appUrl(),
    ...shown,
  });
}

function sendExpired(reply: FastifyReply, site: Site): FastifyReply {
  const problem = 'This sign-in has expired or was already used. Start again from the application.';
  return sendPage(reply, refusalPage('Google', problem, site.appUrl()), 400);
}

function picture(name: string): string {
  const initial = [...name.trim()][0]?.toUpperCase() ?? '?';
  const safe = /^[\p{L}\p{N}]$/u.test(initial) ? initial : '?';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="#2a1d66"/><text x="48" y="64" font-family="sans-serif" font-size="46" fill="#edeff7" text-anchor="middle">${safe}</text></svg>`;
}
