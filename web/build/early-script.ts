// SPDX-License-Identifier: Apache-2.0

import { returnAddressKey } from '../lib/return-address.ts';
import { referralCodeKey } from '../lib/session.ts';

/**
 * Runs in the head of every page, before the app's own scripts have loaded:
 * - Signed-in players never see the sign-in page flash by, visitors never see a page behind sign-in (its markup says
 *   so), and nobody sees an empty page at the address of a section.
 * - Visitors don't see the players' header, even on pages built for players.
 * - A list filtered by its address doesn't first show unfiltered.
 * - A browser that waits for a result reserves room for the running attempt.
 * - An early press of a button is remembered and repeated once the scripts have loaded, unless the button works without
 *   them or something else has been clicked since. The same holds in a part whose own code hasn't loaded
 *   (`data-asleep`, web/app/home/lower-half.tsx).
 * - A sign-in link that is followed early still carries the referral code.
 * - A reader who scrolls early isn't scrolled back to the section in the address.
 * - A page whose own scripts are gone (after a release) or don't arrive within 120 s (product specification, section 9)
 *   reloads once. If that doesn't help, it shows load-failure.tsx. Only failures of the app's scripts and of their
 *   imports (web/build/own-failures.ts) count, not those of browser extensions and in-app browsers. Safari and Firefox
 *   stop the scripts of a page that is being left: after a press of a link, a failure counts only if the page is still
 *   there 20 s later.
 *
 * Empty in browsers: the script has run by the time React hydrates the page, and React leaves its element alone.
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
sessionStorage.${returnAddressKey}=Date.now()+' '+pathname+search+hash;location.replace('/')}}catch{}
window.mayReloadForMissingParts=()=>{try{const key='reloadedForMissingParts';
if(Date.now()-Number(sessionStorage.getItem(key)||0)<600000)return false;
sessionStorage.setItem(key,String(Date.now()));return true}catch{return false}};
{const fail=()=>{if(window.mayReloadForMissingParts())location.reload();
else document.documentElement.dataset.failed=''};
const own=origin+'/assets/';
let followed;
window.failFirstLoad=()=>{if(!window.firstLoad)return;
if(!followed)return fail();
clearTimeout(window.firstLoad);window.firstLoad=setTimeout(fail,20000)};
addEventListener('error',({target,filename})=>{
if(target instanceof HTMLScriptElement?target.src.startsWith(own)||!target.src&&target.type==='module'
:!window.__reactRouterRouteModules&&filename?.startsWith(own))window.failFirstLoad()},true);
addEventListener('click',({target})=>{const pressed=target.closest?.('button:not([popovertarget])');
window.earlyPress=window.firstLoad||pressed?.closest('[data-asleep]')?pressed:null;
if(!window.firstLoad)return;
followed=target.closest?.('a[href]');
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
     * True at most once in ten minutes, so that a failing page doesn't reload forever. Ten minutes is longer than two
     * loads that time out in a row.
     */
    mayReloadForMissingParts(): boolean;
    /** Called when one of the app's own scripts fails. Does nothing once the app runs. */
    failFirstLoad(): void;
    /** The timeout for the app's own scripts. */
    firstLoad: ReturnType<typeof setTimeout> | undefined;
    /** The button that was pressed last, before the app could respond. */
    earlyPress: HTMLButtonElement | null | undefined;
    /** Whether somebody scrolled, or pressed a key that may scroll, before the app could respond. */
    isScrolled: boolean | undefined;
  }
}
