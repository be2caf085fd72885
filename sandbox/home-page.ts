// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import type { Site } from './options.ts';
import { markup, page } from './pages.ts';
import { sendPage } from './site.ts';

/** `/`: lists the sandbox's services and their addresses. */
export function home(app: FastifyInstance, site: Site): void {
  app.get('/', async (_request, reply) => {
    const body = markup`<h1>Sandbox</h1>
<p>Local stand-ins for the services that the application talks to. The application is at
<a href="${site.appUrl()}">${site.appUrl()}</a>.</p>
<ul class="list">
${service('Arena', 'Play simulated matches, make statistics private or late, break the source.', '/arena')}
${service('Card payments', 'See, refund and dispute payments; delay, repeat, shuffle or drop webhooks.', '/stripe')}
${service('Inbox', 'Read the mail that the application sent to anybody; make the mail server faulty.', '/inbox')}
${service('Push', 'Read the messages that the application sent to devices; make the push service faulty.', '/push')}
${service('Webhooks', 'See what the application tells the operator’s own systems, and whether its signature fits.', '/webhooks')}
${service('Discord chat', 'Type /link TOKEN as any player and read what the bot answers.', '/discord/chat')}
${service('Google sign-in', 'OpenID Connect provider; any address signs in.', '/google/.well-known/openid-configuration')}
</ul>`;
    return sendPage(reply, page({ title: 'Sandbox', body, layout: 'wide' }));
  });
}

function service(name: string, text: string, path: string) {
  return markup`<li class="card cut"><div><h2><a href="${path}">${name}</a></h2><p class="hint">${text}</p></div></li>`;
}
