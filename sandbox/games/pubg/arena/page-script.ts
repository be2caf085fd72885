// SPDX-License-Identifier: Apache-2.0

/** The page's behaviour. It runs in the browser, as plain text, so that the page needs no build. */
export const arenaScript = `
const at = (id) => document.getElementById(id);
const form = at('play');
const status = at('status');
form.platform.value = form.dataset.platform;
const clock = (time) => new Date(time).toLocaleTimeString('en-GB');

// A success message disappears after 5 s. A problem stays until the next action.
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
const playerPath = (rest = '') => {
  const name = form.elements.name.value.trim();
  if (!name) { form.elements.name.focus(); throw new Error('Enter a name first.'); }
  return '/arena/pubg/players/' + form.platform.value + '/' + encodeURIComponent(name) + rest;
};
const cell = (row, text, className) => {
  const td = row.insertCell();
  td.textContent = text;
  td.className = className;
};
const show = (player) => {
  at('ban').value = player.ban;
  if (document.activeElement !== at('delay')) at('delay').value = player.publishDelaySeconds;
  const rows = document.querySelector('#matches tbody');
  rows.replaceChildren();
  for (const match of player.matches) {
    const row = rows.insertRow();
    cell(row, clock(match.startedAt), '');
    cell(row, match.mode + ', ' + match.type, '');
    cell(row, '#' + match.place, 'n');
    cell(row, match.kills, 'n');
    cell(row, match.isPublished ? 'Yes' : 'Due ' + clock(match.publishedAt), match.isPublished ? 'tag' : 'tag wait');
  }
  at('matches').hidden = player.matches.length === 0;
  at('no-matches').hidden = player.matches.length > 0;
};
let turns = 0;
const run = async (work, done) => {
  const turn = ++turns;
  try {
    const player = await work();
    if (turn !== turns) return;
    show(player);
    if (done) say(done);
  } catch (error) {
    say(error.message, true);
  }
};
const refresh = () => run(() => call('GET', playerPath()));

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const numbers = Object.fromEntries(['place', 'kills', 'bots', 'minutes'].map((name) => [name, form[name].valueAsNumber]));
  const words = Object.fromEntries(['mode', 'type', 'proof'].map((name) => [name, form[name].value]));
  run(() => call('POST', playerPath('/matches'), { ...numbers, ...words }), 'Started: place ' + numbers.place + ', kills ' + numbers.kills + '.');
});
form.elements.name.addEventListener('change', refresh);
form.platform.addEventListener('change', refresh);
at('ban').addEventListener('change', (event) => run(() => call('PATCH', playerPath(), { ban: event.target.value }), 'Ban changed.'));
at('delay').addEventListener('change', (event) => run(() => call('PATCH', playerPath(), { publishDelaySeconds: event.target.valueAsNumber || 0 }), 'Delay changed.'));
at('new-name').addEventListener('change', (event) => {
  const name = event.target.value.trim();
  if (name) run(async () => {
    const player = await call('PATCH', playerPath(), { name });
    form.elements.name.value = player.name;
    event.target.value = '';
    return player;
  }, 'Name changed.');
});
at('fault').addEventListener('change', async (event) => {
  const { value } = event.target;
  try {
    await call('PUT', '/arena/pubg/faults', { status: /^[0-9]+$/.test(value) ? Number(value) : value });
    say(value === '0' ? 'The API answers normally.' : 'The API now fails.');
  } catch (error) {
    say(error.message, true);
  }
});
call('GET', '/arena/pubg/faults').then(({ status }) => { at('fault').value = String(status); }, () => {});
if (form.elements.name.value.trim()) refresh();
setInterval(() => { if (form.elements.name.value.trim() && !document.hidden) refresh(); }, 5000);
`;
