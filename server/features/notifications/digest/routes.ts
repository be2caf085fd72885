// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { notificationSettingsApi } from '../../../../contract/notification-settings.ts';
import type { Database } from '../../../platform/db/database.ts';
import { documentedRefusal } from '../../../platform/http/openapi.ts';
import { mount } from '../../../platform/http/route.ts';
import { refuse } from '../../../platform/refusal.ts';
import { stopMail } from '../notification-choice-store.ts';
import type { UnsubscribeTokens } from './unsubscribe-token.ts';

const documented = {
  summary: 'Open the settings from the link of a mail',
  params: { type: 'object', properties: { token: { type: 'string' } } },
  response: {
    302: {
      description: 'To the notification settings',
      type: 'null',
      headers: { location: { type: 'string', description: '`/profile?tab=settings#messages`' } },
    },
    429: documentedRefusal('Refused: too_many_requests'),
    '4xx': documentedRefusal('The call was refused'),
  },
};

/** A form in either encoding: RFC 8058 prefers the first and allows the second. Its content is always the same. */
const formTypes = ['multipart/form-data', 'application/x-www-form-urlencoded'];

/**
 * Called by mail programs for their "Unsubscribe" button (RFC 8058): a form, without a session. No separate rate limit:
 * a mail service calls it for all of its users from a few addresses, and nobody can guess tokens.
 */
export function unsubscribeRoutes(
  app: FastifyInstance,
  { db, tokens, publicUrl }: { db: Database; tokens: UnsubscribeTokens; publicUrl: string },
): void {
  app.register(async (mails) => {
    mails.addContentTypeParser(formTypes, { parseAs: 'string' }, (_request, _body, done) => done(null, {}));
    mount(mails, notificationSettingsApi.unsubscribe, async ({ params }) => {
      const playerId = tokens.read(params.token);
      if (!playerId) return refuse('not_found');
      await db.transaction((tx) => stopMail(tx, playerId));
      return {};
    });
    // Mail programs without the button open the address. A GET changes nothing, since mail scanners open it too.
    mails.get('/notifications/unsubscribe/:token', { config: { documented } }, (_request, reply) =>
      reply.redirect(`${publicUrl}/profile?tab=settings#messages`),
    );
  });
}
