// SPDX-License-Identifier: Apache-2.0

/** The beginning of the pages' scripts. They run in the browser, as plain text, so that no page needs a build. */
export const pageScript = `
const at = (id) => document.getElementById(id);
// A success message disappears after 5 s. A problem stays until the next action.
let fading;
const say = (text, isBad = false) => {
  clearTimeout(fading);
  at('status').textContent = text;
  at('status').classList.toggle('bad', isBad);
  if (!isBad) fading = setTimeout(() => { at('status').textContent = ''; }, 5000);
};
const complain = (error) => say(error.message, true);
const call = async (method, path, body) => {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const response = await fetch(path, init).catch(() => { throw new Error("Can't reach the sandbox. Is it running?"); });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
};
const cell = (row, text, className = '') => {
  const td = row.insertCell();
  td.textContent = text;
  td.className = className;
  return td;
};
// The fault that a service simulates: shows the current one, and sets another.
const chooseFault = (path, field, [usual, faulty]) => {
  at('fault').addEventListener('change', ({ target: { value } }) => {
    const isUsual = value === '0' || value === 'none';
    const fault = { [field]: /^[0-9]+$/.test(value) ? Number(value) : value };
    call('PUT', path, fault).then(() => say(isUsual ? usual : faulty), complain);
  });
  call('GET', path).then((faults) => { at('fault').value = String(faults[field]); }, () => {});
};
// Messages as buttons, of which one is open.
const listMessages = (messages, { openId, title, detail, show }) => {
  at('list').replaceChildren(...messages.map((message) => {
    const item = document.createElement('li');
    const button = document.createElement('button');
    const about = document.createElement('span');
    button.type = 'button';
    button.className = 'ghost';
    button.dataset.id = message.id;
    button.setAttribute('aria-pressed', String(message.id === openId));
    button.textContent = title(message);
    about.textContent = detail(message) + ' · ' + new Date(message.receivedAt).toLocaleTimeString('en-GB');
    button.append(about);
    button.addEventListener('click', () => show(message));
    item.append(button);
    return item;
  }));
};
const markOpen = (openId) => {
  for (const button of document.querySelectorAll('#list button')) button.setAttribute('aria-pressed', String(button.dataset.id === openId));
};
`;
