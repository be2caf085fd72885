// SPDX-License-Identifier: Apache-2.0

/** The page's script, as text for the browser. */
export const pushScript = `
const at = (id) => document.getElementById(id);
const say = (text, isBad = false) => {
  at('status').textContent = text;
  at('status').classList.toggle('bad', isBad);
};
const call = async (method, path, body) => {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const response = await fetch(path, init).catch(() => { throw new Error("Can't reach the sandbox. Is it running?"); });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
};
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
  for (const button of document.querySelectorAll('#list button')) button.setAttribute('aria-pressed', String(button.dataset.id === openId));
};
const list = () => {
  at('list').replaceChildren(...messages.map((message) => {
    const item = document.createElement('li');
    const button = document.createElement('button');
    const detail = document.createElement('span');
    button.type = 'button';
    button.className = 'ghost';
    button.dataset.id = message.id;
    button.setAttribute('aria-pressed', String(message.id === openId));
    button.textContent = read(message).title;
    detail.textContent = message.subscriptionId.slice(0, 8) + ' · ' + new Date(message.receivedAt).toLocaleTimeString('en-GB');
    button.append(detail);
    button.addEventListener('click', () => show(message));
    item.append(button);
    return item;
  }));
};
const refresh = async () => {
  const next = await call('GET', '/push/messages');
  if (JSON.stringify(next) === JSON.stringify(messages)) return;
  const wasNewest = openId === messages[0]?.id;
  messages = next;
  list();
  if (wasNewest && messages[0]) show(messages[0]);
};
at('fault').addEventListener('change', ({ target: { value } }) => {
  call('PUT', '/push/faults', { fault: value }).then(() => say(value === 'none' ? 'The push service accepts everything.' : 'The push service now fails.'), (error) => say(error.message, true));
});
call('GET', '/push/faults').then(({ fault }) => { at('fault').value = fault; }, () => {});
refresh().catch((error) => say(error.message, true));
setInterval(() => { if (!document.hidden) refresh().catch(() => {}); }, 3000);
`;
