// SPDX-License-Identifier: Apache-2.0

import { pageScript } from '../../../page-script.ts';

/** The page's behaviour. It runs in the browser, as plain text, so that the page needs no build. */
export const arenaScript = `${pageScript}
const form = at('play');
form.platform.value = form.dataset.platform;
const clock = (time) => new Date(time).toLocaleTimeString('en-GB');

const playerPath = (rest = '') => {
  const name = form.elements.name.value.trim();
  if (!name) { form.elements.name.focus(); throw new Error('Enter a name first.'); }
  return '/arena/pubg/players/' + form.platform.value + '/' + encodeURIComponent(name) + rest;
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
    complain(error);
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
chooseFault('/arena/pubg/faults', 'status', ['The API answers normally.', 'The API now fails.']);
if (form.elements.name.value.trim()) refresh();
setInterval(() => { if (form.elements.name.value.trim() && !document.hidden) refresh(); }, 5000);
`;
