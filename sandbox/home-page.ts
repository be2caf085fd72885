// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import type { Site } from './options.ts';
import { markup, page } from './pages.ts';
import { sendPage } from './site.ts';

/** `/`: lists the sandbox's services and their addresses. */
export function home(app: FastifyInstance, site: Site): void {
  app.get('/', async (_request, reply) => {
    const body = markup`<h1>Sandbox</h1>
<p>Local stand-ins for the outside services that the application uses. The application is at
<a href="${site.appUrl()}">${site.appUrl()}</a>.</p>
<ul class="list">
${service('Arena', 'Play simulated matches, hide or delay statistics, simulate source faults.', '/arena')}
${service('Card payments', 'See, refund and dispute payments. Delay, repeat, reorder or drop webhooks.', '/stripe')}
${service('Inbox', 'Read all mail that the application sent. Simulate mail server faults.', '/inbox')}
${service('Push', 'Read all push messages that the application sent. Simulate push service faults.', '/push')}
${service('Webhooks', 'See the webhooks that the application sends, and check their signatures.', '/webhooks')}
${service('Discord chat', 'Type /link TOKEN as any player and read the bot’s answer.', '/discord/chat')}
${service('Google sign-in', 'OpenID Connect provider. Any address can sign in.', '/google/.well-known/openid-configuration')}
</ul>`;
    return sendPage(reply, page({ title: 'Sandbox', body, layout: 'wide' }));
  });
}

function service(name: string, text: string, path: string) {
  return markup`<li class="card cut"><div><h2><a href="${path}">${name}</a></h2><p class="hint">${text}</p></div></li>`;
}
