// SPDX-License-Identifier: Apache-2.0

/** The inbox page's script, as text for the browser. */
export const inboxScript = `
const at = (id) => document.getElementById(id);
const status = at('status');
let fading;
const say = (text, isBad = false) => {
  clearTimeout(fading);
  status.textContent = text;
  status.classList.toggle('bad', isBad);
  if (!isBad) fading = setTimeout(() => { status.textContent = ''; }, 5000);
};
const call = async (method, path, body) => {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const response = await fetch(path, init).catch(() => { throw new Error("Can't reach the sandbox. Is it running?"); });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
};
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
  for (const button of document.querySelectorAll('#list button')) button.setAttribute('aria-pressed', String(button.dataset.id === message.id));
};
const list = () => {
  at('list').replaceChildren(...messages.map((message) => {
    const item = document.createElement('li');
    const button = document.createElement('button');
    const detail = document.createElement('span');
    button.type = 'button';
    button.className = 'ghost';
    button.dataset.id = message.id;
    button.setAttribute('aria-pressed', String(message.id === open?.id));
    button.textContent = message.subject;
    detail.textContent = message.recipients.join(', ') + ' · ' + new Date(message.receivedAt).toLocaleTimeString('en-GB');
    button.append(detail);
    button.addEventListener('click', () => show(message));
    item.append(button);
    return item;
  }));
};
const refresh = async () => {
  const next = await call('GET', '/inbox/messages?to=' + encodeURIComponent(at('to').value));
  if (JSON.stringify(next) === JSON.stringify(messages)) return;
  const newest = messages[0]?.id;
  messages = next;
  list();
  const isOpen = messages.some(({ id }) => id === open?.id);
  if (!isOpen || open.id === newest) show(messages[0]);
};
const showAs = () => {
  at('html').hidden = at('as-text').checked;
  at('text').hidden = !at('as-text').checked;
};
at('as-text').addEventListener('change', showAs);
at('to').addEventListener('input', () => refresh().catch((error) => say(error.message, true)));
at('fault').addEventListener('change', ({ target: { value } }) => {
  call('PUT', '/inbox/faults', { fault: value }).then(() => say(value === 'none' ? 'The mail server accepts everything.' : 'The mail server now fails.'), (error) => say(error.message, true));
});
call('GET', '/inbox/faults').then(({ fault }) => { at('fault').value = fault; }, () => {});
showAs();
refresh().catch((error) => say(error.message, true));
setInterval(() => { if (!document.hidden) refresh().catch(() => {}); }, 3000);
`;
