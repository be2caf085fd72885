// SPDX-License-Identifier: Apache-2.0

import { markup, type Page, page } from '../../../pages.ts';
import { arenaScript } from './page-script.ts';
import { defaultMatchMinutes } from './players.ts';

/** How long a match lasts at a time scale, for people who play one right after entry. */
function describeMatchLength(timeScale: number): string {
  const counted = Math.round(defaultMatchMinutes / timeScale);
  if (counted === 0) return `Minutes are divided by ${timeScale} here, so a usual match takes no time.`;
  const length = `${counted} ${counted === 1 ? 'minute' : 'minutes'}`;
  return `${defaultMatchMinutes} minutes are reported as ${length} here. A match counts only if it begins after entry: wait ${length} after you enter, or play a shorter match.`;
}

/** The Arena's page: what a player does in the real game, and what goes wrong with the real source. */
export function arenaPage({
  epicId,
  appUrl,
  timeScale,
}: {
  epicId?: string;
  appUrl: string;
  timeScale: number;
}): Page {
  const body = markup`<h1>Arena</h1>
<p>Play a simulated Solo match for any Epic ID. The statistics source reports it, and the
<a href="${appUrl}">application</a> judges it. Time runs ${timeScale} times as fast as in production.</p>
<div class="columns">
<section class="card cut"><form id="play" class="stack"><h2>Match</h2>
<div><label for="epicId">Epic ID</label>
<input id="epicId" name="epicId" required maxlength="64" autocomplete="off" value="${epicId}" autofocus></div>
<div class="pair"><div><label for="placement">Placement</label>
<input id="placement" name="placement" type="number" inputmode="numeric" min="1" max="100" required value="1"></div>
<div><label for="kills">Kills</label>
<input id="kills" name="kills" type="number" inputmode="numeric" min="0" max="99" required value="5"></div></div>
<div><label for="minutes">Minutes</label>
<input id="minutes" name="minutes" type="number" inputmode="numeric" min="0" max="120" required value="${String(defaultMatchMinutes)}" aria-describedby="length">
<p class="hint" id="length">${describeMatchLength(timeScale)}</p></div>
<button>Play match</button></form></section>
<div class="stack results"><section class="card cut"><div><h2 id="counters-title">Reported Solo counters</h2>
<p class="hint" id="none">Enter an Epic ID to see its statistics.</p>
<dl class="figures" id="counters" aria-labelledby="counters-title" hidden></dl></div></section>
<section class="card cut"><div><h2 id="matches-title">Matches</h2>
<p class="hint" id="no-matches">No matches played in the Arena yet.</p>
<div class="scroll" tabindex="0" role="region" aria-labelledby="matches-title" id="matches" hidden>
<table aria-labelledby="matches-title"><thead><tr><th scope="col">Played</th>
<th scope="col" class="n">Placement</th><th scope="col" class="n">Kills</th>
<th scope="col" class="n hide-s">Minutes</th><th scope="col">Statistics</th></tr></thead><tbody></tbody></table>
</div></div></section></div>
<div class="stack settings"><section class="card cut"><div class="stack"><h2>This player</h2>
<div class="check"><input id="private" type="checkbox"><label for="private">Private statistics</label></div>
<div class="check"><input id="exists" type="checkbox" checked><label for="exists">Account exists</label></div>
<div><label for="delay">Report delay in seconds</label>
<input id="delay" type="number" inputmode="numeric" min="0" max="86400" value="0">
<p class="hint">New matches appear this much later.</p></div>
<fieldset id="late-parts"><legend>Late counters</legend>
<div class="check"><input id="late-placement" type="checkbox" value="placement"><label for="late-placement">Placement</label></div>
<div class="check"><input id="late-kills" type="checkbox" value="kills"><label for="late-kills">Kills</label></div>
<div class="check"><input id="late-minutes" type="checkbox" value="minutes"><label for="late-minutes">Minutes</label></div>
<div class="check"><input id="late-time" type="checkbox" value="time"><label for="late-time">Last update</label></div></fieldset>
<div><label for="late">Counter delay in seconds</label>
<input id="late" type="number" inputmode="numeric" min="0" max="86400" value="30"></div>
<button class="ghost" type="button" id="reset">Reset statistics</button></div></section>
<section class="card cut"><div><h2>Statistics source, for all players</h2>
<label for="fault">Source fault</label>
<select id="fault"><option value="0">None</option><option value="403">403 Private</option>
<option value="429">429 Too many requests</option><option value="500">500 Server error</option>
<option value="hang">No answer</option><option value="nonsense">Invalid answer</option></select></div></section>
</div>
</div>
<p class="status" id="status" role="status"></p>`;
  return page({ title: 'Arena', body, script: arenaScript, layout: 'wide' });
}
