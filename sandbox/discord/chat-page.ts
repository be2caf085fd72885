// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { markup, page } from '../pages.ts';
import { sendPage } from '../site.ts';

const script = `
const form = document.querySelector('form');
const log = document.querySelector('#log');
const button = form.querySelector('button');
const add = (who, text) => {
  const entry = document.createElement('div');
  entry.className = 'said cut';
  const name = document.createElement('b');
  name.textContent = who;
  entry.append(name, text);
  log.append(entry);
  entry.scrollIntoView({ block: 'nearest' });
};
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const email = form.email.value.trim();
  const message = form.message.value.trim();
  add(email, message);
  const command = /^\\/link\\s+(\\S+)$/.exec(message);
  if (!command) return add('Discord', 'Unknown command. Type /link TOKEN');
  button.disabled = true;
  try {
    const response = await fetch('/discord/interactions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ command: 'link', token: command[1], email }),
    });
    const answer = await response.json();
    if (!response.ok) add('Discord', answer.error);
    else if (answer.body?.data?.content) add('Bot (only you can see this)', answer.body.data.content);
    else add('Discord', 'The application did not respond: ' + answer.status + ' ' + JSON.stringify(answer.body));
  } catch {
    add('Discord', "Can't reach the sandbox. Is it running?");
  } finally {
    button.disabled = false;
    form.message.focus();
  }
});
`;

/**
 * `/discord/chat`: lets a person type `/link TOKEN` as any user and shows the bot's answer. `?email=` fills in the
 * user.
 */
export function chatPage(app: FastifyInstance): void {
  app.get<{ Querystring: { email?: string } }>('/discord/chat', async (request, reply) => {
    const body = markup`<h1>Discord chat</h1>
<p>Copy the token from your profile in the application, type <code>/link TOKEN</code>, and read the bot's answer.</p>
<div class="card cut"><form class="stack">
<div><label for="email">Email</label>
<input id="email" name="email" inputmode="email" required autocomplete="email" value="${request.query.email}"></div>
<div><label for="message">Message</label>
<input id="message" name="message" required autocomplete="off" placeholder="/link TOKEN"></div>
<button>Send</button>
<div id="log" class="stack" role="log" aria-label="Conversation"></div>
</form></div>`;
    return sendPage(reply, page({ title: 'Discord chat', body, script }));
  });
}
