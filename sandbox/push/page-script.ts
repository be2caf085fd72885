// SPDX-License-Identifier: Apache-2.0

import { pageScript } from '../page-script.ts';

/** The page's script, as text for the browser. */
export const pushScript = `${pageScript}
const read = ({ text }) => { try { return JSON.parse(text); } catch { return { title: text }; } };
let messages = [];
let openId;
const show = (message) => {
  openId = message.id;
  at('message').hidden = false;
  at('none').hidden = true;
  at('title').textContent = read(message).title;
  at('facts').textContent = 'To ' + message.subscriptionId + ' on ' + new Date(message.receivedAt).toLocaleString('en-US') + '. Expires after ' + message.ttlSeconds + ' s. Topic: ' + (message.topic ?? 'none');
  at('text').textContent = JSON.stringify(read(message), null, 2);
  markOpen(message.id);
};
const refresh = async () => {
  const next = await call('GET', '/push/messages');
  if (JSON.stringify(next) === JSON.stringify(messages)) return;
  const wasNewest = openId === messages[0]?.id;
  messages = next;
  listMessages(messages, { openId, title: (message) => read(message).title, detail: ({ subscriptionId }) => subscriptionId.slice(0, 8), show });
  if (wasNewest && messages[0]) show(messages[0]);
};
chooseFault('/push/faults', 'fault', ['The push service accepts everything.', 'The push service now fails.']);
refresh().catch(complain);
setInterval(() => { if (!document.hidden) refresh().catch(() => {}); }, 3000);
`;
