// SPDX-License-Identifier: Apache-2.0

import { pageScript } from '../../../page-script.ts';

/** The Arena page's behaviour. It runs in the browser, as plain text, so that the page needs no build. */
export const arenaScript = `${pageScript}
const form = at('play');
const names = { matches: 'Matches', wins: 'Wins', top10: 'Top 10', top25: 'Top 25', kills: 'Kills', minutesPlayed: 'Minutes', playersOutlived: 'Outlived' };
const lateBoxes = () => [...at('late-parts').querySelectorAll('input')];
let shown = 0;
const clock = (time) => new Date(time).toLocaleTimeString('en-GB');

const playerPath = (rest = '') => {
  const name = form.epicId.value.trim();
  if (!name) { form.epicId.focus(); throw new Error('Enter an Epic ID first.'); }
  return '/arena/players/' + encodeURIComponent(name) + rest;
};
const show = (player) => {
  at('private').checked = !player.public;
  at('exists').checked = player.exists;
  if (document.activeElement !== at('delay')) at('delay').value = player.reportDelaySeconds;
  if (document.activeElement !== at('late')) at('late').value = player.lateSeconds;
  for (const box of lateBoxes()) box.checked = player.lateParts.includes(box.value);
  const counters = at('counters');
  counters.replaceChildren(...Object.entries(player.solo ? names : {}).map(([key, label]) => {
    const box = document.createElement('div');
    const term = document.createElement('dt');
    const value = document.createElement('dd');
    term.textContent = label;
    value.textContent = player.solo[key].toLocaleString('en-US');
    box.append(term, value);
    return box;
  }));
  counters.hidden = !player.solo;
  at('none').textContent = player.solo ? 'As of ' + new Date(player.solo.lastModified).toLocaleDateString('en-US') + ', ' + clock(player.solo.lastModified) : 'No matches played yet.';
  const rows = document.querySelector('#matches tbody');
  rows.replaceChildren();
  for (const match of player.matches) {
    const row = rows.insertRow();
    cell(row, clock(match.playedAt), '');
    cell(row, '#' + match.placement, 'n');
    cell(row, match.kills, 'n');
    cell(row, match.minutes, 'n hide-s');
    cell(row, !match.isReported ? 'Due ' + clock(match.reportedAt) : match.isWhole ? 'Reported' : 'Complete ' + clock(match.wholeAt), match.isReported && match.isWhole ? 'tag' : 'tag wait');
  }
  at('matches').hidden = player.matches.length === 0;
  at('no-matches').hidden = player.matches.length > 0;
};
const run = async (work, done) => {
  const turn = ++shown;
  try {
    const player = await work();
    if (turn !== shown) return;
    show(player);
    if (done) say(done);
  } catch (error) {
    complain(error);
  }
};
const refresh = () => run(() => call('GET', playerPath()));

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const match = { placement: form.placement.valueAsNumber, kills: form.kills.valueAsNumber, minutes: form.minutes.valueAsNumber };
  run(() => call('POST', playerPath('/matches'), match), 'Played: placement ' + match.placement + ', kills ' + match.kills + '.');
});
form.epicId.addEventListener('change', refresh);
at('private').addEventListener('change', (event) => run(() => call('PATCH', playerPath(), { public: !event.target.checked }), event.target.checked ? 'Statistics are private now.' : 'Statistics are public now.'));
at('exists').addEventListener('change', (event) => run(() => call('PATCH', playerPath(), { exists: event.target.checked }), event.target.checked ? 'The account exists now.' : 'The account no longer exists.'));
at('delay').addEventListener('change', (event) => run(() => call('PATCH', playerPath(), { reportDelaySeconds: event.target.valueAsNumber || 0 }), 'Report delay changed.'));
at('late-parts').addEventListener('change', () => {
  const lateParts = lateBoxes().filter((box) => box.checked).map((box) => box.value);
  run(() => call('PATCH', playerPath(), { lateParts }), 'Late counters changed.');
});
at('late').addEventListener('change', (event) => run(() => call('PATCH', playerPath(), { lateSeconds: event.target.valueAsNumber || 0 }), 'Counter delay changed.'));
at('reset').addEventListener('click', () => run(() => call('POST', playerPath('/reset')), 'Statistics reset: every counter went down.'));
chooseFault('/arena/faults', 'status', ['The source answers normally.', 'The source now fails.']);
if (form.epicId.value.trim()) refresh();
setInterval(() => { if (form.epicId.value.trim() && !document.hidden) run(() => call('GET', playerPath())); }, 5000);
`;
