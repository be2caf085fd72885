// SPDX-License-Identifier: Apache-2.0

import { markup, type Page, page } from '../../../pages.ts';
import { defaultMinutes } from '../world.ts';
import { arenaScript } from './page-script.ts';

/** The Arena's page: what a player does in the real game, and what goes wrong with the publisher's API. */
export function arenaPage({
  platform,
  name,
  appUrl,
  timeScale,
}: {
  platform?: string;
  name?: string;
  appUrl: string;
  timeScale: number;
}): Page {
  const body = markup`<h1>Arena: PUBG</h1>
<p>Play a simulated match for any name. It starts now, the publisher's API lists it after its end, and the
<a href="${appUrl}">application</a> judges it. Time runs ${timeScale} times as fast as in production.</p>
<div class="columns">
<section class="card cut"><form id="play" class="stack" data-platform="${platform ?? 'steam'}"><h2>Match</h2>
<div class="pair"><div><label for="platform">Platform</label>
<select id="platform" name="platform"><option>steam</option><option>kakao</option><option>psn</option><option>xbox</option></select></div>
<div><label for="name">Name</label>
<input id="name" name="name" required maxlength="32" autocomplete="off" value="${name}" autofocus></div></div>
<div class="pair"><div><label for="place">Place</label>
<input id="place" name="place" type="number" inputmode="numeric" min="1" max="100" required value="1"></div>
<div><label for="kills">Kills</label>
<input id="kills" name="kills" type="number" inputmode="numeric" min="0" max="99" required value="5"></div></div>
<div class="pair"><div><label for="bots">Bot kills</label>
<input id="bots" name="bots" type="number" inputmode="numeric" min="0" max="99" required value="0"></div>
<div><label for="minutes">Minutes</label>
<input id="minutes" name="minutes" type="number" inputmode="numeric" min="0" max="60" required value="${String(defaultMinutes)}"></div></div>
<div class="pair"><div><label for="mode">Mode</label>
<select id="mode" name="mode"><option>solo</option><option>solo-fpp</option><option>duo</option><option>duo-fpp</option><option>squad</option><option>squad-fpp</option><option>normal-solo</option><option>tdm</option></select></div>
<div><label for="type">Type</label>
<select id="type" name="type"><option>official</option><option>competitive</option><option>airoyale</option><option>arcade</option><option>custom</option><option>event</option><option>training</option></select></div></div>
<div><label for="proof">Proof of its start</label>
<select id="proof" name="proof"><option value="record">Match record</option><option value="telemetry">Telemetry only</option><option value="nothing">None</option></select></div>
<button>Play match</button></form></section>
<div class="stack results"><section class="card cut"><div><h2 id="matches-title">Matches</h2>
<p class="hint" id="no-matches">No matches played in the Arena yet.</p>
<div class="scroll" tabindex="0" role="region" aria-labelledby="matches-title" id="matches" hidden>
<table aria-labelledby="matches-title"><thead><tr><th scope="col">Started</th><th scope="col">Mode</th>
<th scope="col" class="n">Place</th><th scope="col" class="n">Kills</th><th scope="col">Listed</th></tr></thead><tbody></tbody></table>
</div></div></section></div>
<div class="stack settings"><section class="card cut"><div class="stack"><h2>This player</h2>
<div><label for="ban">Ban</label>
<select id="ban"><option value="Innocent">None</option><option value="TemporaryBan">Temporary</option><option value="PermanentBan">Permanent</option></select></div>
<div><label for="new-name">Change the name to</label>
<input id="new-name" maxlength="32" autocomplete="off"></div>
<div><label for="delay">Listing delay in seconds</label>
<input id="delay" type="number" inputmode="numeric" min="0" max="86400" value="0">
<p class="hint">New matches are listed this much later.</p></div></div></section>
<section class="card cut"><div><h2>API, for all players</h2>
<label for="fault">Fault</label>
<select id="fault"><option value="0">None</option><option value="401">401 Invalid key</option>
<option value="415">415 Unsupported type</option><option value="429">429 Too many requests</option><option value="500">500 Server error</option>
<option value="503">503 Unavailable</option><option value="hang">No answer</option><option value="nonsense">Invalid answer</option>
<option value="cut">Truncated answer</option><option value="others">Wrong accounts</option></select></div></section>
</div>
</div>
<p class="status" id="status" role="status"></p>`;
  return page({ title: 'Arena: PUBG', body, script: arenaScript, layout: 'wide' });
}
