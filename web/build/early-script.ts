// SPDX-License-Identifier: Apache-2.0

import { wayBackKey } from '../lib/return-address.ts';
import { referralCodeKey } from '../lib/session.ts';

/**
 * Runs in the head of every page, before the app's own scripts have loaded:
 * - signed-in players never see the sign-in page flash by, and visitors no page behind sign-in (its markup says so); nobody
 *   sees an empty page at the address of a section;
 * - visitors see no player's header, though the page was built for players;
 * - a list that the address filters is not shown unfiltered first;
 * - a browser that waits for a result leaves room for the running attempt;
 * - a button that is pressed too early is remembered, and pressed once the scripts have loaded, unless it works without;
 * - a sign-in link that is followed too early still carries the invitation's code;
 * - a reader who scrolls too early is not scrolled back to the section in the address;
 * - a page whose own scripts are gone (a new version is out) or do not arrive within 120 s (product specification, section
 *   9) is reloaded once. If that does not help, the page says so: see load-failure.tsx. Failures of extensions and in-app
 *   browsers, which share the page, do not count: only the app's scripts do, and what the build adds to their imports
 *   (web/build/own-failures.ts).
 *
 * Empty in browsers: by the time React hydrates the page the script has run, and React leaves such markup alone.
 */
export const earlyScript = import.meta.env.SSR
  ? `
try{const {pathname,search,hash}=location,{authToken,latestAttemptId}=localStorage;
if(authToken&&/^\\/(signin(\\/[^/]*)?)?$/.test(pathname))location.replace('/home');
if(authToken&&/^\\/challenges\\/?$/.test(pathname))location.replace('/home#challenges');
if(/^\\/blogs\\/?$/.test(pathname)&&/[?&]category=/.test(search))document.documentElement.dataset.narrowed='';
if(!authToken)document.documentElement.dataset.visitor='';
if(latestAttemptId)document.documentElement.dataset.awaiting='';
if(!authToken&&'closed' in document.documentElement.dataset){
sessionStorage.${wayBackKey}=Date.now()+' '+pathname+search+hash;location.replace('/')}}catch{}
window.mayReloadForMissingParts=()=>{try{const key='reloadedForMissingParts';
if(Date.now()-Number(sessionStorage.getItem(key)||0)<600000)return false;
sessionStorage.setItem(key,String(Date.now()));return true}catch{return false}};
{const fail=()=>{if(window.mayReloadForMissingParts())location.reload();
else document.documentElement.dataset.failed=''};
const own=origin+'/assets/';
window.failFirstLoad=()=>{if(window.firstLoad)fail()};
addEventListener('error',({target,filename})=>{
if(target instanceof HTMLScriptElement?target.src.startsWith(own)||!target.src&&target.type==='module'
:!window.__reactRouterRouteModules&&filename?.startsWith(own))window.failFirstLoad()},true);
addEventListener('click',({target})=>{if(!window.firstLoad)return;window.earlyPress=target.closest('button:not([popovertarget])');
try{const way=target.closest('a[href*="/auth/"]');
const code=way&&(/^\\/(?:referrals|signin)\\/([^/]+)/.exec(location.pathname)?.[1]||localStorage.${referralCodeKey});
if(code&&!way.search)way.search='?ref='+encodeURIComponent(decodeURIComponent(code))}catch{}},true);
for(const way of ['wheel','touchmove','keydown'])
addEventListener(way,()=>{if(window.firstLoad)window.isScrolled=true},{passive:true,once:true});
window.firstLoad=setTimeout(fail,120000)}
`.trim()
  : '';

declare global {
  interface Window {
    /**
     * True at most once in ten minutes: otherwise a page that keeps failing would reload for ever. That is longer than it
     * takes two loads in a row to time out; otherwise scripts that hang would be fetched for ever.
     */
    mayReloadForMissingParts(): boolean;
    /** Called when one of the app's own scripts fails; does nothing once the app runs. */
    failFirstLoad(): void;
    /** Runs until the app's own scripts do. */
    firstLoad: ReturnType<typeof setTimeout> | undefined;
    /** The button that was pressed before anything could respond. */
    earlyPress: HTMLButtonElement | null | undefined;
    /** Somebody scrolled, or pressed a key that may scroll, before anything could respond. */
    isScrolled: boolean | undefined;
  }
}
