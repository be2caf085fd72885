// SPDX-License-Identifier: Apache-2.0

import { pageScript } from '../page-script.ts';

/** The inbox page's script, as text for the browser. */
export const inboxScript = `${pageScript}
let messages = [];
let open;
const show = (message) => {
  open = message;
  at('message').hidden = !message;
  at('none').hidden = Boolean(message);
  if (!message) return;
  at('subject').textContent = message.subject;
  at('addresses').textContent = 'From ' + message.from + ' to ' + message.recipients.join(', ') + ', ' + new Date(message.receivedAt).toLocaleString('en-US');
  at('text').textContent = message.text;
  at('html').src = '/inbox/messages/' + message.id + '/html';
  markOpen(message.id);
};
const refresh = async () => {
  const next = await call('GET', '/inbox/messages?to=' + encodeURIComponent(at('to').value));
  if (JSON.stringify(next) === JSON.stringify(messages)) return;
  const newest = messages[0]?.id;
  messages = next;
  listMessages(messages, { openId: open?.id, title: ({ subject }) => subject, detail: ({ recipients }) => recipients.join(', '), show });
  const isOpen = messages.some(({ id }) => id === open?.id);
  if (!isOpen || open.id === newest) show(messages[0]);
};
const showAs = () => {
  at('html').hidden = at('as-text').checked;
  at('text').hidden = !at('as-text').checked;
};
at('as-text').addEventListener('change', showAs);
at('to').addEventListener('input', () => refresh().catch(complain));
chooseFault('/inbox/faults', 'fault', ['The mail server accepts everything.', 'The mail server now fails.']);
showAs();
refresh().catch(complain);
setInterval(() => { if (!document.hidden) refresh().catch(() => {}); }, 3000);
`;
